#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

// A type-erased checker: one instance of an algorithm serves all checkers. For checkers whose own
// work outweighs a virtual call: those that evaluate axioms, and wide graphs.
template <std::size_t Words>
class AnyChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // Creates a `Checker` from `arguments`.
  template <StepChecker<Words> Checker, typename... Arguments>
  [[nodiscard]] static AnyChecker of(Arguments&&... arguments) {
    return AnyChecker(std::make_unique<Holder<Checker>>(std::forward<Arguments>(arguments)...));
  }

  void on_add(const Graph& graph, Slot event) { held_->on_add(graph, event); }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) {
    return held_->lowest_rank(graph, event);
  }
  bool on_read(const Graph& graph, Slot read) { return held_->on_read(graph, read); }
  bool on_place(const Graph& graph, Slot write) { return held_->on_place(graph, write); }
  [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const {
    return held_->happens_before(graph, event);
  }
  [[nodiscard]] bool may_raise_flags(const Graph& graph) { return held_->may_raise_flags(graph); }
  [[nodiscard]] std::size_t mark() const { return held_->mark(); }
  void undo(std::size_t mark) { held_->undo(mark); }
  // `other` must hold a checker of the same kind.
  void copy_without(const AnyChecker& other, const Bits& kept, const Bits& deleted) {
    held_->copy_without(*other.held_, kept, deleted);
  }

 private:
  class Base {
   public:
    virtual ~Base() = default;
    virtual void on_add(const Graph& graph, Slot event) = 0;
    virtual std::size_t lowest_rank(const Graph& graph, Slot event) = 0;
    virtual bool on_read(const Graph& graph, Slot read) = 0;
    virtual bool on_place(const Graph& graph, Slot write) = 0;
    [[nodiscard]] virtual Bits happens_before(const Graph& graph, Slot event) const = 0;
    virtual bool may_raise_flags(const Graph& graph) = 0;
    [[nodiscard]] virtual std::size_t mark() const = 0;
    virtual void undo(std::size_t mark) = 0;
    virtual void copy_without(const Base& other, const Bits& kept, const Bits& deleted) = 0;
  };

  template <typename Checker>
  class Holder final : public Base {
   public:
    template <typename... Arguments>
    explicit Holder(Arguments&&... arguments) : checker_(std::forward<Arguments>(arguments)...) {}

    void on_add(const Graph& graph, Slot event) override { checker_.on_add(graph, event); }
    std::size_t lowest_rank(const Graph& graph, Slot event) override {
      return checker_.lowest_rank(graph, event);
    }
    bool on_read(const Graph& graph, Slot read) override { return checker_.on_read(graph, read); }
    bool on_place(const Graph& graph, Slot write) override {
      return checker_.on_place(graph, write);
    }
    [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const override {
      return checker_.happens_before(graph, event);
    }
    bool may_raise_flags(const Graph& graph) override { return checker_.may_raise_flags(graph); }
    [[nodiscard]] std::size_t mark() const override { return checker_.mark(); }
    void undo(std::size_t mark) override { checker_.undo(mark); }
    void copy_without(const Base& other, const Bits& kept, const Bits& deleted) override {
      checker_.copy_without(static_cast<const Holder&>(other).checker_, kept, deleted);
    }

   private:
    Checker checker_;
  };

  explicit AnyChecker(std::unique_ptr<Base> held) : held_(std::move(held)) {}

  std::unique_ptr<Base> held_;
};

}  // namespace drover::incremental
