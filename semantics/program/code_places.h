#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace drover {

// Names the places of a program's code: their files, and the calls that were inlined there.
struct CodePlaces {
  struct File {
    std::string name;
    std::uint32_t begin = 0;       // offset in the combined text
    std::uint32_t first_line = 0;  // number of lines of that text before it
  };
  struct Function {
    std::string name;
    bool is_wrapper = false;  // does nothing but one access or call
  };
  // A call that was inlined, or the start of a thread (without a place).
  struct Call {
    std::uint32_t function = 0;
    SourceRange at = {};
  };
  // A function that runs, and the place that it has reached.
  struct Frame {
    std::string function;
    SourceRange at;
    bool is_wrapper = false;  // a wrapper that another function calls
  };

  std::vector<File> files;  // by `begin`; empty: all code is in one file
  std::vector<Function> functions;
  std::vector<Call> calls;  // SourceRange::call counts them from 1

  // Returns the end of a file's path that tells it from the other files; empty if there is one.
  [[nodiscard]] std::string file(const SourceRange& at) const;
  // Returns the file's whole path; empty if there is one file, or no place.
  [[nodiscard]] std::string path(const SourceRange& at) const;
  // Returns "98"; with a file "lock.h:98".
  [[nodiscard]] std::string line(const SourceRange& at) const;
  // Returns the number of a line in the combined text of all files; 0 if there is no place.
  [[nodiscard]] std::uint32_t combined_line(const SourceRange& at) const;
  // Returns "line 98"; with a file "lock.h:98".
  [[nodiscard]] std::string place(const SourceRange& at) const;

  // Returns the functions that run at a place, the innermost first; none if they are unknown.
  [[nodiscard]] std::vector<Frame> frames(const SourceRange& at) const;
  // Returns the place itself; in wrappers, that of their call.
  [[nodiscard]] SourceRange outside_wrappers(const SourceRange& at) const;
  // Returns "enqueue ← producer (queue.c:30)", with the places of the calls. Empty in the function
  // of the thread itself.
  [[nodiscard]] std::string calls_text(const SourceRange& at) const;
  // The same with the names of wrappers, for a place outside of them:
  // "enqueue → atomic_store ← producer (queue.c:30)".
  [[nodiscard]] std::string wrapped_calls_text(const SourceRange& at) const;

 private:
  [[nodiscard]] std::string calls_of(const std::vector<Frame>& found, std::size_t own) const;
  [[nodiscard]] const File& file_at(std::uint32_t offset) const;
  // The caller's place, if `at` is in a wrapper that another function calls.
  [[nodiscard]] const SourceRange* call_of_wrapper(const SourceRange& at) const;
};

}  // namespace drover
