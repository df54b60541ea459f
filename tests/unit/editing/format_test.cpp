#include "editing/format.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "frontend/parse.h"
#include "litmus/convert/convert.h"
#include "litmus/litmus_test.h"

namespace drover::format_test {
using editing::FileKind;
namespace fs = std::filesystem;

namespace {

SourceBuffer buffer(const std::string& text) { return SourceBuffer::from_text("text", text); }

std::string formatted(const std::string& text, FileKind kind = FileKind::Core) {
  DiagnosticSink sink;
  const auto out = editing::format_source(buffer(text), kind, sink);
  REQUIRE(out);
  // What is formatted stays as it is.
  DiagnosticSink again;
  CHECK(editing::format_source(buffer(*out), kind, again) == *out);
  return *out;
}

std::vector<fs::path> files_of_repository() {
  std::vector<fs::path> out;
  const fs::path root = fs::path(DROVER_TEST_DIR).parent_path();
  for (const char* folder :
       {"bench", "examples", "exercises", "explorer", "litmus", "tests", "docs"}) {
    for (const auto& each : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = each.path().extension().string();
      if (ending == ".drv" || ending == ".litmus" || ending == ".cat") out.push_back(each.path());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("blocks are indented, and each of their statements has a line") {
  CHECK(formatted("shared x,y=1;thread t{x:=1;\nr:=y+ 1;}") ==
        "shared x, y = 1;\nthread t {\n  x := 1;\n  r := y + 1;\n}\n");
  CHECK(formatted("thread t { if(r==1){\nr:=2;} else{r:=3;} }") ==
        "thread t {\n  if (r == 1) {\n    r := 2;\n  } else { r := 3; }\n}\n");
}

TEST_CASE("functions in the specification of an object are formatted as others") {
  CHECK(formatted("object q{shared  n;fn f( ){n:=1;}\nfn g(){ return n; }}") ==
        "object q {\n  shared n;\n  fn f() { n := 1; }\n  fn g() { return n; }\n}\n");
}

TEST_CASE("a block on one line stays there, if it is short enough") {
  CHECK(formatted("thread t {r:=1; s := 2;}") == "thread t { r := 1; s := 2; }\n");
  std::string many;
  for (int i = 0; i < 20; ++i) many += "r := r + 1; ";
  const std::string out = formatted("thread t { " + many + "}");
  CHECK(out.starts_with("thread t {\n  r := r + 1;\n  r := r + 1;\n"));
}

TEST_CASE("operators, modes and calls have their usual spaces") {
  CHECK(formatted("thread t{r := cas@acqrel , acq ( x,0 , - 1)&&! s ||~ r==* p;}") ==
        "thread t { r := cas@acqrel,acq(x, 0, -1) && !s || ~r == *p; }\n");
  CHECK(formatted("thread t{r := & * & x; s := - - r; p -> next@rel:=q [ 1 ];}") ==
        "thread t { r := &*&x; s := - -r; p->next@rel := q[1]; }\n");
  CHECK(formatted("exists( t : r==1 ? 1:0 );\n") == "exists (t:r == 1 ? 1 : 0);\n");
  CHECK(formatted("thread t(i in 1 .. N){for(i:=0;i<2;i:=i+1){}r := for@rlx (x , 1);}") ==
        "thread t(i in 1..N) { for (i := 0; i < 2; i := i + 1) {} r := for@rlx(x, 1); }\n");
}

TEST_CASE("comments stay with their tokens") {
  CHECK(formatted(
            "// first\nshared x; // behind\n\n\n/* own */\nthread t {\n// inside\n}\n// last") ==
        "// first\nshared x;  // behind\n\n/* own */\nthread t {\n  // inside\n}\n// last\n");
  CHECK(formatted("thread t { r := 1 /* one */ + 2; // sum\n}") ==
        "thread t {\n  r := 1 /* one */ + 2;  // sum\n}\n");
  CHECK(formatted("thread t { r := 1 + // one\n 2; }") ==
        "thread t {\n  r := 1 +  // one\n      2;\n}\n");
}

TEST_CASE("continuation lines move with their statement") {
  CHECK(formatted("thread t {\n      assert(a == 0 &&\n             b == 0);\n}") ==
        "thread t {\n  assert(a == 0 &&\n         b == 0);\n}\n");
}

TEST_CASE("bodies without braces, labels and do loops") {
  CHECK(formatted("thread t {\nif (r)\nr := 1;\nelse\nr := 2;\ndo r := 1; while(r);\nl : "
                  "while(r){break l;}\n}") ==
        "thread t {\n  if (r)\n    r := 1;\n  else\n    r := 2;\n  do r := 1; while (r);\n"
        "  l: while (r) { break l; }\n}\n");
}

TEST_CASE("the columns of a table are equally wide") {
  CHECK(formatted("X86 SB\n{x=0;  y=0;}\nP0|P1;\nMOV [x], $1 | MOV  [y],$1;\nL:MOV EAX,[y]|;\n"
                  "exists(0:EAX=0/\\1:EAX=0)",
                  FileKind::Litmus) ==
        "X86 SB\n{ x=0; y=0; }\n P0             | P1         ;\n MOV [x],$1     | MOV [y],$1 ;\n"
        " L: MOV EAX,[y] |            ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n");
}

TEST_CASE("litmus tests of OpenCL are code") {
  const std::string text = formatted(
      "OPENCL T\n{ [x]=0; }\nP0@wg 0,dev 0 (global int* x) {\n*x=1;\nB1: "
      "barrier(CLK_GLOBAL_MEM_FENCE);\n}\n"
      "exists(x=1)",
      FileKind::Litmus);
  CAPTURE(text);
  CHECK(text.find("\n  *x = 1;\n") != std::string::npos);
  CHECK(text.find(" | ") == std::string::npos);
  CHECK(formatted(text, FileKind::Litmus) == text);
}

TEST_CASE("a row with a comment at its end of line is not touched") {
  const std::string text = "X86 T\n{}\n P0 ;\n MOV [x], // odd\n  $1 ;\nexists (x=1)\n";
  CHECK(formatted(text, FileKind::Litmus) == text);
}

TEST_CASE("symbolic registers in states are names") {
  CHECK(formatted("PPC T\n{%P0_x=x;%y = y; }\n P0 ;\n lwz r1,0(%P0_x) ;\nexists (0:r1=0)\n",
                  FileKind::Litmus)
            .find("%P0_x=x") != std::string::npos);
}

TEST_CASE("litmus tests in C keep the side of `*` in declarations") {
  CHECK(
      formatted("C T\n{}\nP0 (atomic_int  *x,int* y){\n*y=1;if(*y) *y=2;\nint  r0=*y* 2;}\n"
                "P1(int * y) {}\nexists(0:r0 = 1)",
                FileKind::Litmus) ==
      "C T\n{}\nP0 (atomic_int *x, int* y) {\n  *y = 1;\n  if (*y) *y = 2;\n  int r0 = *y * 2;\n}\n"
      "P1(int* y) {}\nexists (0:r0 = 1)\n");
}

TEST_CASE("formatting a model keeps its lines") {
  CHECK(formatted("\"m\"\n  let a=po|rf ; co*\n   |W*R\nacyclic  a as  c", FileKind::Cat) ==
        "\"m\"\nlet a = po | rf; co*\n | W * R\nacyclic a as c\n");
  CHECK(formatted("procedure p(a)=\nempty a\nend", FileKind::Cat) ==
        "procedure p(a) =\n  empty a\nend\n");
}

TEST_CASE("a text with syntax errors is not formatted") {
  for (const char* text :
       {"thread t { r := ; }", "thread t {", "shared x", "thread t { r := 1; }}"}) {
    CAPTURE(text);
    DiagnosticSink sink;
    CHECK_FALSE(editing::format_source(buffer(text), FileKind::Core, sink));
    CHECK(sink.has_errors());
  }
}

TEST_CASE("the kind of a file follows from its name, or else from its text") {
  using editing::kind_of;
  CHECK(kind_of("a.cat", "") == FileKind::Cat);
  CHECK(kind_of("a.drv", "X86 SB\n") == FileKind::Core);
  CHECK(kind_of("a.litmus", "") == FileKind::Litmus);
  CHECK(kind_of("a", "X86 SB\n") == FileKind::Litmus);
  CHECK(kind_of("a", "shared x;") == FileKind::Core);
  for (const char* name : {"a.c", "a.i"}) CHECK_FALSE(kind_of(name, "shared x;"));
  CHECK_FALSE(kind_of("<stdin>", "#include <stdatomic.h>\n"));
}

TEST_CASE("all files of the repository are formatted to the same program") {
  std::size_t count = 0;
  for (const fs::path& path : files_of_repository()) {
    CAPTURE(path);
    DiagnosticSink sink;
    const auto source = read_source(path.string(), sink);
    if (!source) continue;
    const FileKind kind = editing::kind_of(path.string(), source->text()).value();
    const auto out = editing::format_source(*source, kind, sink);
    if (!out) continue;
    ++count;
    const SourceBuffer after = SourceBuffer::from_text(path.string(), *out);
    DiagnosticSink again;
    CHECK(editing::format_source(after, kind, again) == *out);
    CHECK(editing::has_same_tokens(source->text(), *out, kind));
    if (kind == FileKind::Core) {
      DiagnosticSink one;
      DiagnosticSink other;
      const ParseResult before = parse_partly(*source, one);
      const ParseResult later = parse_partly(after, other);
      CHECK(before.is_whole == later.is_whole);
      CHECK(before.ast == later.ast);
    } else if (kind == FileKind::Litmus) {
      DiagnosticSink one;
      DiagnosticSink other;
      const auto before = litmus::load_litmus(*source, {}, one);
      const auto later = litmus::load_litmus(after, {}, other);
      REQUIRE(before.has_value() == later.has_value());
      if (before) CHECK(litmus::to_core(*before, one) == litmus::to_core(*later, other));
    }
  }
  CHECK(count > 500);
}

}  // namespace drover::format_test
