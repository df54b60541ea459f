#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// C's preprocessor [C11 5.1.1.2, 6.10], for programs on which a compiler's would report nothing.
namespace drover::c::preprocessor {

struct Input {
  std::string name;  // as in messages
  std::string text;
  // The prefix of a file included in quotes: the folder of the input and a slash. Nothing: only the
  // given folders are searched.
  std::optional<std::string> folder;
};

// A file that may be included.
struct FoundFile {
  enum class State : std::uint8_t { Found, Absent, Unreadable };
  State state = State::Absent;
  std::string text;
};

struct Options {
  std::vector<std::string> definitions;    // `-DNAME=VALUE` and `-UNAME`, in order
  std::vector<std::string> included;       // `-include FILE`: files that come first
  std::vector<std::string> quote_folders;  // for files included in quotes
  std::vector<std::string> folders;
  std::function<FoundFile(const std::string& path)> read_file;                   // may be null
  std::function<std::optional<std::string_view>(std::string_view name)> header;  // our header
  std::size_t max_size = 0;                                                      // of the result
};

struct Outcome {
  // Nothing: left to the compiler.
  std::optional<std::string> text;
  std::string_view reason;  // why the text is missing
};

// The begin of our preprocessed text. It gives the columns of all tokens that are not of our
// headers: a token is in its column of the file, except after a line mark `# LINE BEGIN END`.
// There, all tokens are from a macro that is used in these columns.
inline constexpr std::string_view ColumnsMark = "# columns\n";

// The folder of our headers, in line marks.
inline constexpr std::string_view HeaderFolder = "<drover>/";

// Returns the text that a compiler produces: the same tokens in the same lines of the same files.
[[nodiscard]] Outcome run(const Input& input, const Options& options);

}  // namespace drover::c::preprocessor
