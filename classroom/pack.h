#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
#include "frontend/diagnostic_printer.h"

namespace drover::classroom {

// An exercise that is part of the program: exercises/*.exercise without what is for teachers alone,
// packed by embed_exercises.py.
struct EmbeddedExercise {
  std::string_view name;
  std::string_view packed;
};
// By name.
[[nodiscard]] std::span<const EmbeddedExercise> embedded_exercises();
[[nodiscard]] std::string unpacked(std::string_view packed);

// A model that exercises of the pack name: exercises/*.cat.
struct EmbeddedModel {
  std::string_view name;  // without `.cat`
  std::string_view text;
};
[[nodiscard]] std::span<const EmbeddedModel> embedded_models();

// The current exercises: the program's own, and those of files and folders, which hide others of
// the same name.
class Pack {
 public:
  // `from`: files, and folders with files `*.exercise`.
  explicit Pack(const std::vector<std::string>& from, Colour colour);

  // What could not be read, rendered.
  [[nodiscard]] const std::string& complaints() const { return complaints_; }
  // By name, whatever its capital letters, or by file. nullptr, and a complaint, if there is none.
  const Exercise* find(const std::string& name);
  // "did you mean …?", or where the names are.
  [[nodiscard]] std::string hint_for(const std::string& name) const;
  // All of them, by level and name. Where files are given: only theirs.
  std::vector<const Exercise*> all();

 private:
  const Exercise* take(const std::string& file, std::string text, Origin origin);
  [[nodiscard]] std::vector<std::string> names() const;
  void read_file(const std::string& file);
  void read_folder(const std::string& folder);

  Colour colour_;
  std::deque<Exercise> exercises_;  // those that have been read
  std::vector<std::string> own_;    // names of those from files
  std::string complaints_;
};

}  // namespace drover::classroom
