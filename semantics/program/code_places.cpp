#include "semantics/program/code_places.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "support/format.h"

namespace drover {

namespace {

// Returns the last `parts` parts of a path.
std::string_view end_of_path(std::string_view path, std::size_t parts) {
  std::size_t begin = path.size();
  for (; parts > 0 && begin != std::string_view::npos && begin > 0; --parts) {
    begin = path.rfind('/', begin - 1);
  }
  return begin == std::string_view::npos
             ? path
             : path.substr(begin + (begin < path.size() && path[begin] == '/'));
}

}  // namespace

const CodePlaces::File& CodePlaces::file_at(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(files, offset, {}, &File::begin);
  return after == files.begin() ? files.front() : *(after - 1);
}

std::string CodePlaces::path(const SourceRange& at) const {
  return files.size() < 2 || at.line == 0 ? "" : file_at(at.begin).name;
}

std::string CodePlaces::file(const SourceRange& at) const {
  if (files.size() < 2) return "";
  const File& own = file_at(at.begin);
  const auto is_unique = [&](std::string_view end) {
    return std::ranges::none_of(files, [&](const File& other) {
      return &other != &own && (other.name == end || other.name.ends_with("/" + std::string(end)));
    });
  };
  std::size_t parts = 1;
  while (!is_unique(end_of_path(own.name, parts)) &&
         end_of_path(own.name, parts) != std::string_view(own.name)) {
    ++parts;
  }
  return std::string(end_of_path(own.name, parts));
}

std::string CodePlaces::line(const SourceRange& at) const {
  const std::string name = file(at);
  return format("{}{}{}", name, name.empty() ? "" : ":", at.line);
}

std::uint32_t CodePlaces::combined_line(const SourceRange& at) const {
  const bool has_one = files.size() < 2 || at.line == 0;
  return has_one ? at.line : file_at(at.begin).first_line + at.line;
}

std::string CodePlaces::place(const SourceRange& at) const {
  return files.size() < 2 ? format("line {}", at.line) : line(at);
}

const SourceRange* CodePlaces::call_of_wrapper(const SourceRange& at) const {
  if (at.call == 0 || at.call > calls.size()) return nullptr;
  const Call& call = calls[at.call - 1];
  return call.at.call != 0 && functions[call.function].is_wrapper ? &call.at : nullptr;
}

std::vector<CodePlaces::Frame> CodePlaces::frames(const SourceRange& at) const {
  std::vector<Frame> found;
  for (SourceRange place = at; place.call != 0 && place.call <= calls.size();) {
    const Call& call = calls[place.call - 1];
    found.push_back({functions[call.function].name, place, call_of_wrapper(place) != nullptr});
    place = call.at;
  }
  return found;
}

SourceRange CodePlaces::outside_wrappers(const SourceRange& at) const {
  SourceRange place = at;
  while (const SourceRange* call = call_of_wrapper(place)) place = *call;
  return place;
}

std::string CodePlaces::calls_text(const SourceRange& at) const {
  const std::vector<Frame> found = frames(at);
  return found.size() < 2 ? "" : calls_of(found, 0);
}

std::string CodePlaces::wrapped_calls_text(const SourceRange& at) const {
  const std::vector<Frame> found = frames(at);
  const auto own =
      static_cast<std::size_t>(std::ranges::find(found, false, &Frame::is_wrapper) - found.begin());
  return found.size() < 2 ? "" : calls_of(found, own);
}

// The functions before `own` are wrappers in it.
std::string CodePlaces::calls_of(const std::vector<Frame>& found, std::size_t own) const {
  std::string text = found[own].function;
  for (std::size_t i = own; i-- > 0;) text += " → " + found[i].function;
  for (std::size_t i = own + 1; i < found.size(); ++i) {
    text += format(" ← {} ({})", found[i].function, place(found[i].at));
  }
  return text;
}

}  // namespace drover
