#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// C's preprocessor [C11 5.1.1.2, 6.10], for programs that a compiler's would have no message about.
namespace drover::c::preprocessor {

struct Input {
  std::string name;  // as messages call it
  std::string text;
  // What is in front of the name of a file that is included in quotes: the folder of the input, and
  // a slash. Nothing: it is looked for only in the folders that are given.
  std::optional<std::string> folder;
};

// A file that may be included.
struct FoundFile {
  enum class State : std::uint8_t { Found, Absent, Unreadable };
  State state = State::Absent;
  std::string text;
};

// How our headers, which stand for the system's, are marked.
enum class HeaderMarks : std::uint8_t {
  System,  // as headers of the system: what their macros became stands in lines of its own
  Plain    // as any other file
};

struct Options {
  std::vector<std::string> definitions;    // `-DNAME=VALUE` and `-UNAME`, in this order
  std::vector<std::string> quote_folders;  // for what is included in quotes
  std::vector<std::string> folders;
  std::function<FoundFile(const std::string& path)> read_file;                   // may be empty
  std::function<std::optional<std::string_view>(std::string_view name)> header;  // one of ours
  HeaderMarks header_marks = HeaderMarks::System;
  std::size_t max_size = 0;  // of the result
};

struct Outcome {
  // Nothing: it is left to the compiler.
  std::optional<std::string> text;
  std::string_view reason;  // why
};

// The text that a compiler gives: the same tokens in the same lines of the same files.
[[nodiscard]] Outcome run(const Input& input, const Options& options);

}  // namespace drover::c::preprocessor
