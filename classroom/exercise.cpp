#include "classroom/exercise.h"

#include <algorithm>

#include "explorer/models/model_registry.h"
#include "support/check.h"

namespace drover::classroom {

const MemoryModel& Exercise::model(std::string_view of_name) const {
  const auto found = std::ranges::find(own_models, of_name, &OwnModel::name);
  const MemoryModel* model = found == own_models.end() ? find_model(of_name) : found->model.get();
  DROVER_CHECK(model != nullptr, "an exercise that was read knows its models");
  return *model;
}

const Hole* Exercise::find_hole(std::string_view hole) const {
  const auto found = std::ranges::find(holes, hole, &Hole::name);
  return found == holes.end() ? nullptr : &*found;
}

const Outcome* Exercise::find_outcome(std::string_view outcome) const {
  const auto found = std::ranges::find(outcomes, outcome, &Outcome::name);
  return found == outcomes.end() ? nullptr : &*found;
}

std::optional<std::size_t> Exercise::find_subject(std::string_view subject) const {
  const auto found = std::ranges::find(subjects, subject, &Subject::name);
  if (found == subjects.end()) return std::nullopt;
  return static_cast<std::size_t>(found - subjects.begin());
}

std::size_t Exercise::count_implementations(bool is_good) const {
  return static_cast<std::size_t>(
      std::ranges::count(implementations, is_good, &Implementation::is_good));
}

const Implementation* Exercise::first_good() const {
  const auto found = std::ranges::find(implementations, true, &Implementation::is_good);
  return found == implementations.end() ? nullptr : &*found;
}

}  // namespace drover::classroom
