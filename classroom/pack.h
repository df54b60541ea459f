#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
#include "frontend/diagnostic_printer.h"

namespace drover::classroom {

// A built-in exercise: exercises/*.exercise without the teachers' parts, packed by
// embed_exercises.py.
struct EmbeddedExercise {
  std::string_view name;
  std::string_view packed;
};
// Returns the built-in exercises, sorted by name.
[[nodiscard]] std::span<const EmbeddedExercise> embedded_exercises();
[[nodiscard]] std::string unpacked(std::string_view packed);

// A model named by built-in exercises: exercises/*.cat.
struct EmbeddedModel {
  std::string_view name;  // without `.cat`
  std::string_view text;
};
[[nodiscard]] std::span<const EmbeddedModel> embedded_models();

// The current exercises: built-in ones, and those of files and folders, which hide others of the
// same name.
class Pack {
 public:
  // `from`: files, and folders with files `*.exercise`.
  explicit Pack(const std::vector<std::string>& from, Colour colour);

  // Returns read errors, rendered.
  [[nodiscard]] const std::string& complaints() const { return complaints_; }
  // Finds by name, ignoring case. Null if there is none.
  const Exercise* find(const std::string& name);
  // Finds by name, or reads the file of this name. Null, and a complaint, if there is none. Not for
  // names that students give: they could name any file.
  const Exercise* find_or_read(const std::string& name);
  // Returns "did you mean …?", or how to list the names.
  [[nodiscard]] std::string hint_for(const std::string& name) const;
  // Returns all exercises by level and name; if files are given, only theirs.
  std::vector<const Exercise*> all();

 private:
  const Exercise* take(const std::string& file, std::string text, Origin origin);
  [[nodiscard]] std::vector<std::string> names() const;
  void read_file(const std::string& file);
  void read_folder(const std::string& folder);

  Colour colour_;
  std::deque<Exercise> exercises_;  // already read
  std::vector<std::string> own_;    // names from files
  std::string complaints_;
};

}  // namespace drover::classroom
