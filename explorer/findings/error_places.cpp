#include "explorer/findings/error_places.h"

#include <cstdint>
#include <map>
#include <utility>

namespace drover {

std::vector<ErrorsOfPlace> errors_by_place(std::span<const ReportedError> errors) {
  std::vector<ErrorsOfPlace> places;
  std::map<std::pair<ErrorKind, std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const SourceRange& at = errors[i].place.source;
    // Lines of several files differ in their begins.
    const std::uint32_t line_begin = at.line == 0 ? at.line : at.begin + 1 - at.column;
    const auto [place, is_new] = known.try_emplace({errors[i].kind, line_begin}, places.size());
    if (is_new) {
      places.push_back({.first = i, .others = {}});
    } else {
      places[place->second].others.push_back(i);
    }
  }
  return places;
}

std::vector<std::size_t> execution_owners(std::span<const ReportedError> errors) {
  constexpr std::size_t LargeExecution = 200;  // events
  std::vector<std::size_t> owners(errors.size());
  std::map<const ExecutionGraph*, std::size_t> known;  // lookup only: its order does not matter
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const bool is_large = errors[i].graph.size() > LargeExecution;
    owners[i] = is_large ? known.try_emplace(errors[i].graph.identity(), i).first->second : i;
  }
  return owners;
}

}  // namespace drover
