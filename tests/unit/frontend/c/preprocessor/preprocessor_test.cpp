#include "frontend/c/preprocessor/preprocessor.h"

#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>
#include <string_view>

// More is compared with the system's preprocessor by tests/oracle/random_macros.py.
namespace drover::c::preprocessor::test {

namespace {

using Files = std::map<std::string, std::string>;

Outcome outcome_of(const std::string& text, const Files& files = {},
                   std::vector<std::string> definitions = {},
                   std::vector<std::string> included = {}) {
  Options options;
  options.definitions = std::move(definitions);
  options.included = std::move(included);
  options.max_size = 1 << 20;
  options.read_file = [&](const std::string& path) -> FoundFile {
    const auto found = files.find(path);
    if (found == files.end()) return {};
    return {.state = FoundFile::State::Found, .text = found->second};
  };
  options.header = [](std::string_view name) -> std::optional<std::string_view> {
    if (name != "ours.h") return std::nullopt;
    return "#define OURS(x) [x]\n";
  };
  return run({.name = "m.c", .text = text, .folder = ""}, options);
}

std::string text_of(const std::string& text, const Files& files = {},
                    std::vector<std::string> definitions = {},
                    std::vector<std::string> included = {}) {
  const Outcome outcome = outcome_of(text, files, std::move(definitions), std::move(included));
  if (!outcome.text) return "left: " + std::string(outcome.reason);
  CHECK(outcome.text->starts_with(ColumnsMark));
  return outcome.text->substr(ColumnsMark.size());
}

// The tokens of a preprocessed text, without what is between them.
std::string tokens_in(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ")) out += line;
  }
  std::erase(out, ' ');
  return out;
}

std::string tokens_of(const std::string& text) { return tokens_in(text_of(text)); }

bool is_left(const std::string& text) { return !outcome_of(text).text; }

}  // namespace

TEST_CASE("preprocessor: the examples of C11 6.10.3.5") {
  CHECK(tokens_of("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n"
                  "#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n"
                  "#define t(a) a\n"
                  "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n") ==
        "f(2*(y+1))+f(2*(f(2*(z[0]))))%f(2*(0))+t(1);");
  CHECK(tokens_of("#define str(s) # s\n#define xstr(s) str(s)\n"
                  "#define INCFILE(n) vers ## n\n"
                  "xstr(INCFILE(2).h) str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0)\n") ==
        "\"vers2.h\"\"strncmp(\\\"abc\\\\0d\\\",\\\"abc\\\",'\\\\4')==0\"");
  CHECK(tokens_of("#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
                  "#define join(c, d) in_between(c hash_hash d)\njoin(x, y);\n") == "\"x##y\";");
  CHECK(tokens_of("#define t(x,y,z) x ## y ## z\nt(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,),\n"
                  "t(,11,), t(,,12), t(,,)\n") == "123,45,67,89,10,11,12,");
}

TEST_CASE("preprocessor: variable arguments, and GNU's comma") {
  CHECK(tokens_of("#define f(a, ...) g(a, ## __VA_ARGS__)\nf(1) f(1,) f(1,2,3)\n") ==
        "g(1)g(1,)g(1,2,3)");
  CHECK(tokens_of("#define f(args...) #args\nf(1, 2) f()\n") == "\"1,2\"\"\"");
}

TEST_CASE("preprocessor: lines are those of the file") {
  CHECK(text_of("a\n\nb\n") == "# 1 \"m.c\"\na\n\nb\n");
  CHECK(text_of("#define F(x) x __LINE__\nF(\n 1) b\n") ==
        "# 2 \"m.c\"\n# 2 0 1073741824\n1 2\n    b\n");
  CHECK(text_of("#line 30 \"n.c\"\n__LINE__ __FILE__\n") ==
        "# 1 \"m.c\"\n# 30 \"n.c\"\n# 30 0 1073741824\n30 \"n.c\"\n");
  CHECK(text_of("#include \"a.h\"\nx\n", {{"a.h", "#pragma once\ny\n"}}) ==
        "# 1 \"m.c\"\n# 2 \"a.h\"\ny\n# 2 \"m.c\"\nx\n");
}

TEST_CASE("preprocessor: the expansion of a macro has the columns of its use") {
  CHECK(text_of("#include <ours.h>\nx OURS(y) z\n") ==
        "# 1 \"m.c\"\n# 2 \"m.c\"\nx\n# 2 2 9\n[\n# 2\n       y\n# 2 2 9\n]\n# 2\n"
        "          z\n");
}

TEST_CASE("preprocessor: conditions") {
  const auto holds = [](const std::string& condition) {
    return tokens_of("#if " + condition + "\nyes\n#else\nno\n#endif\n");
  };
  CHECK(holds("1 + 2 * 3 == 7 && !0") == "yes");
  CHECK(holds("-1 > 0u") == "yes");
  CHECK(holds("-1 >> 63 == -1") == "yes");
  CHECK(holds("undefined || 0 && 1 / 0") == "no");
  CHECK(holds("(2 || 1 / 0) ? 'a' == 97 : 0") == "yes");
  CHECK(holds("defined __linux__ + defined(nothing) == 1") == "yes");
  CHECK(holds("__has_include(<ours.h>) && !__has_include(\"no.h\")") == "yes");
  CHECK(holds("__STDC_VERSION__ == 201112L && __SIZEOF_POINTER__ == 8") == "yes");
}

TEST_CASE("preprocessor: definitions of the command line") {
  CHECK(text_of("N F(2)\n", {}, {"-DN=3", "-DF(x)=x+x"}) ==
        "# 1 \"m.c\"\n# 1 0 1\n3\n# 1\n    2\n# 1 2 6\n+\n# 1\n    2\n");
  CHECK(text_of("N M\n", {}, {"-DN", "-DM", "-UM"}) == "# 1 \"m.c\"\n# 1 0 1\n1\n# 1\n  M\n");
}

TEST_CASE("preprocessor: files that come first") {
  const Files files{{"a.h", "#define A 1\n#include \"f/b.h\"\n"},
                    {"f/b.h", "#include \"c.h\"\nA\n"},
                    {"f/c.h", "#pragma once\n#define C 3\n"}};
  // Each after the one before, and all before the text; names are those in the working directory.
  CHECK(tokens_in(text_of("A C OURS(2)\n", files, {}, {"ours.h", "a.h", "f/c.h"})) == "113[2]");
  CHECK(tokens_in(text_of("x\n", {{"a.h", "A\n"}}, {"-DA=5"}, {"a.h"})) == "5x");
  CHECK(text_of("x\n", files, {}, {"no.h"}) == "left: a file that is not found");
  CHECK(text_of("x\n", {{"a.h", "__INCLUDE_LEVEL__\n"}}, {}, {"a.h"}).starts_with("left: "));
}

TEST_CASE("preprocessor: texts with preprocessing errors are left to the compiler") {
  for (const char* text : {"#error e\n",
                           "#warning w\n",
                           "#include <no.h>\n",
                           "#if 1\n",
                           "#endif\n",
                           "#if 1 / 0\n#endif\n",
                           "#define A 1\n#define A 2\n",
                           "#define F(x) x\nF(1, 2)\n",
                           "#define F(x) x\nF(1\n",
                           "#define P(a, b) a ## b\nP(+, x)\n",
                           "#if 0\nit's\n#endif\n",
                           "/*\n",
                           "#define __LINE__ 1\n",
                           "#undef __FILE__\n",
                           "#else\n",
                           "#if 1\n#endif x\n",
                           "__VA_ARGS__\n",
                           "#unknown\n",
                           "#if 9223372036854775807 + 1\n#endif\n",
                           "a \\ \nb\n",
                           "#include_next <ours.h>\n",
                           "# 3 \"x.c\"\n",
                           "_Pragma(\"once\")\n",
                           "\"a\n",
                           "#define F(x) #y\n"}) {
    CAPTURE(text);
    CHECK(is_left(text));
  }
}

TEST_CASE("preprocessor: texts that ask which compiler it is are left to the compiler") {
  for (const char* text : {"#ifdef __GNUC__\n#endif\n", "#ifdef __clang__\n#endif\n",
                           "__VERSION__\n", "#if __has_attribute(x)\n#endif\n", "__DATE__\n"}) {
    CAPTURE(text);
    CHECK(is_left(text));
  }
}

TEST_CASE("preprocessor: expansions that explode do not exhaust time or memory") {
  std::string doubling = "#define M0 x\n";
  std::string nested = "#define F(x) x\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "M" + std::to_string(i - 1);
    doubling += "#define M" + std::to_string(i) + " " + before + " " + before + "\n";
  }
  CHECK(is_left(doubling + "M39\n"));
  for (int i = 0; i < 100000; ++i) nested += "F(";
  CHECK(is_left(nested + "\n"));
  CHECK(is_left("#if " + std::string(100000, '(') + "\n#endif\n"));
  CHECK(!outcome_of("#include \"a.h\"\n", {{"a.h", "#include \"a.h\"\n#include \"a.h\"\n"}}).text);
}

}  // namespace drover::c::preprocessor::test
