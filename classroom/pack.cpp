#include "classroom/pack.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "classroom/parse_exercise.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::classroom {

Pack::Pack(const std::vector<std::string>& from, Colour colour) : colour_(colour) {
  for (const std::string& path : from) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      read_folder(path);
    } else {
      read_file(path);
    }
  }
}

const Exercise* Pack::take(const std::string& file, std::string text, Origin origin) {
  DiagnosticSink sink;
  const SourceBuffer source = SourceBuffer::from_text(file, std::move(text));
  std::optional<Exercise> exercise = parse_exercise(source, sink, origin);
  complaints_ += render(sink, file, &source, colour_);
  if (!exercise) return nullptr;
  exercises_.push_back(*std::move(exercise));
  return &exercises_.back();
}

void Pack::read_file(const std::string& file) {
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(file, sink);
  complaints_ += render(sink, file, source ? &*source : nullptr, colour_);
  if (!source) return;
  if (const Exercise* exercise = take(file, source->text(), Origin::File))
    own_.push_back(exercise->name);
}

void Pack::read_folder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".exercise") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  if (files.empty()) {
    complaints_ += format("drover: `{}` has no files `*.exercise`\n", folder);
  }
  for (const std::string& file : files) read_file(file);
}

const Exercise* Pack::find(const std::string& name) {
  const auto known = std::ranges::find(exercises_, name, &Exercise::name);
  if (known != exercises_.end()) return &*known;
  const auto texts = embedded_exercises();
  const auto found = std::ranges::find(texts, name, &EmbeddedExercise::name);
  if (found != texts.end()) {
    return take(format("exercises/{}.exercise", name), std::string(found->text), Origin::Embedded);
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name, ignored)) return nullptr;
  const std::size_t before = own_.size();
  read_file(name);
  return own_.size() > before ? find(own_.back()) : nullptr;
}

std::string Pack::hint_for(const std::string& name) const {
  std::vector<std::string> names = own_;
  for (const EmbeddedExercise& each : embedded_exercises()) names.emplace_back(each.name);
  const std::string similar = did_you_mean(name, names);
  return similar.empty() ? "`drover exercise list` lists them" : similar;
}

std::vector<const Exercise*> Pack::all() {
  std::vector<const Exercise*> out;
  if (own_.empty()) {
    for (const EmbeddedExercise& each : embedded_exercises()) {
      if (const Exercise* exercise = find(std::string(each.name))) out.push_back(exercise);
    }
  }
  for (const std::string& name : own_) out.push_back(find(name));
  std::ranges::stable_sort(
      out, {}, [](const Exercise* each) { return std::tuple(each->level, each->name); });
  return out;
}

}  // namespace drover::classroom
