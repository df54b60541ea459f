// Whether what an exercise calls the smallest test is: all tests with fewer accesses and fences are
// tried, up to a largest size. A test is a straight-line program in which a read-modify-write
// counts one, like a load, a store or a fence; there may be any number of threads and of variables,
// fences may stand anywhere, accesses and fences have any mode that they can have but `na` (a race
// is not an outcome).
//
// That is enough. An execution of a program with branches, loops, awaits or computed addresses is
// one of the straight-line program of its events, of which there are no more than are counted
// (grade_distinguish.cpp counts what is executed if that is more than what is written). Writes have
// values of their own here: where values are equal, an outcome is several of these outcomes, and
// one of them tells the models apart if it does. What is left out are dependencies, which some cat
// models speak of: a test that tells models apart by a dependency alone is not found.
//
// A shape is a program without modes (analysis/shapes). For each of its outcomes: are there modes
// with which one model allows it and the other forbids it? As in
// analysis/compare/compare_models.cpp, of models for which stronger modes only forbid it is enough
// to ask about the weakest modes with which the outcome is forbidden. That search counts events, of
// which a read-modify-write is two; this one counts what students write.
#include "classroom/smaller_test.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

#include "analysis/compare/distinguishing_modes.h"
#include "analysis/compare/model_order.h"
#include "analysis/compare/outcome_tables.h"
#include "analysis/compare/shape_source.h"
#include "analysis/shapes/event_layout.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"

namespace drover::classroom {

namespace {

// All shapes of so many instructions, one of each class.
class ShapeList {
 public:
  explicit ShapeList(std::uint32_t size) : size_(size) { add_thread(size); }

  [[nodiscard]] const std::vector<shapes::Shape>& shapes() const { return shapes_; }

 private:
  // The next thread; threads with more instructions come first.
  void add_thread(std::uint32_t longest) {
    if (count_ == size_) {
      shapes::Shape least = shapes::canonical(shape_);
      if (seen_.insert(least.threads).second) shapes_.push_back(std::move(least));
      return;
    }
    for (std::uint32_t length = std::min(size_ - count_, longest); length > 0; --length) {
      shape_.threads.emplace_back();
      add_instruction(length, length);
      shape_.threads.pop_back();
    }
  }

  void add_instruction(std::uint32_t length, std::uint32_t rest) {
    if (rest == 0) return add_thread(length);
    const auto add = [&](const shapes::ShapeInstruction& instruction) {
      shape_.threads.back().push_back(instruction);
      ++count_;
      add_instruction(length, rest - 1);
      --count_;
      shape_.threads.back().pop_back();
    };
    // A variable is one that is there already, or the next.
    const std::size_t locations = shapes::location_count(shape_);
    for (std::size_t location = 0; location <= locations; ++location) {
      for (const auto kind : {shapes::InstructionKind::Write, shapes::InstructionKind::Read,
                              shapes::InstructionKind::Update}) {
        add({kind, static_cast<std::uint8_t>(location)});
      }
    }
    add({shapes::InstructionKind::Fence, 0});
  }

  std::uint32_t size_;
  std::uint32_t count_ = 0;
  shapes::Shape shape_;
  std::set<std::vector<std::vector<shapes::ShapeInstruction>>> seen_;
  std::vector<shapes::Shape> shapes_;
};

// Asks of shapes whether they tell two models apart.
class TestSearch {
 public:
  TestSearch(const MemoryModel& weak, const MemoryModel& strong)
      : weak_(weak),
        strong_(strong),
        tables_({&weak, &strong},
                filter_for(compare::check_order(weak), compare::check_order(strong)),
                [] { return true; }) {}

  std::optional<std::string> find(std::uint32_t size) {
    const ShapeList list(size);
    for (const shapes::Shape& shape : list.shapes()) {
      if (auto found = tells_apart(shape)) return found;
    }
    return std::nullopt;
  }

 private:
  compare::OutcomeTables::Filter filter_for(const compare::ModelOrder& weak,
                                            const compare::ModelOrder& strong) {
    if (!weak.is_monotone || !strong.is_monotone) order_ = compare::ModeOrder::Unknown;
    return weak.is_restrictable && strong.is_restrictable
               ? compare::OutcomeTables::Filter::ByLocation
               : compare::OutcomeTables::Filter::None;
  }

  std::optional<std::string> tells_apart(const shapes::Shape& shape) {
    const shapes::EventLayout layout(shape);
    std::optional<std::string> text;
    tables_.for_each(shape, layout, [&](const compare::Outcome& outcome) {
      const auto modes = compare::find_distinguishing_modes(
          layout, order_,
          [&](const shapes::ModeAssignment& each) {
            return compare::is_reached(weak_, layout, each, outcome);
          },
          [&](const shapes::ModeAssignment& each) {
            return compare::is_reached(strong_, layout, each, outcome);
          });
      if (modes) {
        text = compare::core_source({shape, *modes, &outcome}, "a smaller one");
      }
      return !text;
    });
    return text;
  }

  const MemoryModel& weak_;
  const MemoryModel& strong_;
  compare::ModeOrder order_ = compare::ModeOrder::StrongerForbids;
  compare::OutcomeTables tables_;
};

}  // namespace

std::optional<std::string> find_smaller_test(const Exercise& exercise, std::uint32_t largest) {
  TestSearch search(exercise.model(exercise.allowing), exercise.model(exercise.forbidding));
  for (std::uint32_t size = 1; size <= std::min(exercise.size - 1, largest); ++size) {
    if (auto found = search.find(size)) return found;
  }
  return std::nullopt;
}

}  // namespace drover::classroom
