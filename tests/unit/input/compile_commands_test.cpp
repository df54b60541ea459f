#include "input/compile_commands.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drover::input::compile_commands_test {

using Words = std::vector<std::string>;

TEST_CASE("Compile commands: a command is split as a shell does") {
  CHECK(shell_words("cc  -DA=\\\"x\\\" '-DB=a b' \"-DC=\\\"y\\\"\" -c a\\ b.c") ==
        Words{"cc", "-DA=\"x\"", "-DB=a b", "-DC=\"y\"", "-c", "a b.c"});
  CHECK(shell_words(" \"\" x") == Words{"", "x"});
}

TEST_CASE("Compile commands: CMake's target is in the name of the object file") {
  CompileCommand command;
  command.output = "CMakeFiles/ring.dir/src/ring.c.o";
  CHECK(command.is_of_target("ring"));
  CHECK(!command.is_of_target("rin"));
  CHECK(!command.is_of_target("ing"));
}

TEST_CASE("Compile commands: a missing file is a complaint with the way to get one") {
  CHECK(read_compile_commands("/absent").complaint.find("CMAKE_EXPORT_COMPILE_COMMANDS") !=
        std::string::npos);
}

}  // namespace drover::input::compile_commands_test
