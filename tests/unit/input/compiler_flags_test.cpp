#include "input/compiler_flags.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drover::input::compiler_flags_test {

namespace {

using Words = std::vector<std::string>;

FlagUse use_of(const std::string& word) {
  const auto flag = find_compiler_flag(word);
  REQUIRE_MESSAGE(flag.has_value(), word);
  return flag->use;
}

}  // namespace

TEST_CASE("Compiler flags: what each of them means for a check") {
  for (const char* word :
       {"-O2", "-Wall", "-Werror", "-pthread", "-g3", "-c", "-lm", "-march=native", "-m64",
        "-msse4.2", "-fno-strict-aliasing", "-pedantic", "-MMD", "-pipe", "-fPIC"}) {
    CHECK_MESSAGE(use_of(word) == FlagUse::Ignored, word);
  }
  for (const char* word : {"-m32", "-fwrapv", "-funsigned-char", "-fshort-enums", "-fopenmp",
                           "-fpack-struct=1", "-Wp,-DX"}) {
    CHECK_MESSAGE(use_of(word) == FlagUse::Refused, word);
    CHECK(!find_compiler_flag(word)->why.empty());
  }
  for (const char* word :
       {"-DX", "-UX", "-Ifolder", "-isystem", "-iquote", "-include", "-std=c11"}) {
    CHECK_MESSAGE(use_of(word) == FlagUse::Passed, word);
  }
  CHECK(!find_compiler_flag("-mtsoo"));
  CHECK(!find_compiler_flag("--model"));
}

TEST_CASE("Compiler flags: folders are relative to the folder of the command") {
  const CompilerFlags flags =
      sort_compiler_flags({"-I", "include", "-isystem/usr/x", "-iquote", "q", "-include", "a.h",
                           "-D", "N=1", "-DM", "-o", "out/a.o", "-c", "a.c", "-zfoo"},
                          "/build");
  CHECK(flags.passed == Words{"-I/build/include", "-isystem/usr/x", "-iquote/build/q", "-include",
                              "/build/a.h", "-DN=1", "-DM"});
  CHECK(flags.files == Words{"/build/a.c"});
  CHECK(flags.unknown == Words{"-zfoo"});
  CHECK(flags.output == "out/a.o");
  CHECK(flags.refusal.empty());
}

TEST_CASE("Compiler flags: the first refused flag is the refusal") {
  CHECK(sort_compiler_flags({"-O2", "-m32", "-fwrapv"}, "").refusal.starts_with("`-m32`: "));
  CHECK(sort_compiler_flags({"-x", "c++"}, "").refusal.starts_with("`-x c++`: "));
  CHECK(sort_compiler_flags({"-x", "c"}, "").refusal.empty());
}

}  // namespace drover::input::compiler_flags_test
