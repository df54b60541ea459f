#pragma once

#include <string>
#include <vector>

namespace drover::input {

// An entry of compile_commands.json.
struct CompileCommand {
  std::string file;                    // relative to the working folder if it is in it
  std::vector<std::string> arguments;  // for the preprocessor
  std::vector<std::string> unknown;    // flags that are not known
  std::string refusal;                 // of a flag; empty: none
  std::string output;                  // the object file; may be empty

  // True if CMake compiles the file for a target of this name.
  [[nodiscard]] bool is_of_target(const std::string& name) const;
};

struct CompileCommands {
  std::string path;
  std::vector<CompileCommand> entries;  // of C files
  std::string complaint;                // empty: none
};
// Reads a file, or the file compile_commands.json of a folder.
[[nodiscard]] CompileCommands read_compile_commands(const std::string& path);

// Splits a command as a shell does: blanks, quotes and backslashes.
[[nodiscard]] std::vector<std::string> shell_words(const std::string& command);

}  // namespace drover::input
