#include "explorer/findings/error_places.h"

#include <cstdint>
#include <map>
#include <utility>

namespace drover {

std::vector<ErrorsOfPlace> errors_by_place(std::span<const ReportedError> errors) {
  std::vector<ErrorsOfPlace> places;
  std::map<std::pair<ErrorKind, std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const auto [place, is_new] =
        known.try_emplace({errors[i].kind, errors[i].place.source.line}, places.size());
    if (is_new) {
      places.push_back({.first = i, .others = {}});
    } else {
      places[place->second].others.push_back(i);
    }
  }
  return places;
}

}  // namespace drover
