#include "classroom/pack.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <tuple>

#include "classroom/parse_exercise.h"
#include "classroom/sections.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::classroom {

// Unpacks a text: each byte is combined with a step of a random number generator. Packed texts are
// not readable at a glance, and not secret.
std::string unpacked(std::string_view packed) {
  std::uint32_t state = 1;
  std::string text;
  text.reserve(packed.size());
  for (const char c : packed) {
    state = state * 1664525U + 1013904223U;
    text += static_cast<char>(static_cast<unsigned char>(c) ^ (state >> 24U));
  }
  return text;
}

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
    return take(format("exercises/{}.exercise", name), unpacked(found->packed), Origin::Embedded);
  }
  const std::vector<std::string> all = names();
  const auto alike = find_word(all, name);
  if (alike && all[*alike] != name) return find(all[*alike]);
  return nullptr;
}

const Exercise* Pack::find_or_read(const std::string& name) {
  if (const Exercise* found = find(name)) return found;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name, ignored)) return nullptr;
  const std::size_t before = own_.size();
  read_file(name);
  return own_.size() > before ? find(own_.back()) : nullptr;
}

// Lists an exercise that hides a built-in one once.
std::vector<std::string> Pack::names() const {
  std::vector<std::string> out = own_;
  for (const EmbeddedExercise& each : embedded_exercises()) {
    if (std::ranges::find(own_, each.name) == own_.end()) out.emplace_back(each.name);
  }
  return out;
}

std::string Pack::hint_for(const std::string& name) const {
  const std::string similar = did_you_mean(name, names());
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
