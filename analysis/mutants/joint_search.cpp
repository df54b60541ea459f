#include "analysis/mutants/joint_search.h"

#include <algorithm>
#include <utility>

#include "analysis/explain/candidates.h"

namespace drover::mutants {

namespace {

// The models of a part that are still asked, and those that accept the last graph.
struct Asked {
  std::vector<std::size_t> open;  // members
  std::vector<std::size_t> accepting;

  void settle(std::size_t member) { std::erase(open, member); }
};

class JointChecker : public GraphChecker {
 public:
  JointChecker(const JoinedCode& joined, EvaluatorPool& pool, Asked& asked)
      : joined_(joined),
        asked_(asked),
        evaluator_(pool.borrow(joined.code)),
        answers_(joined.code.checks.size(), Answer::Unknown) {}

  void set_events(const ExecutionGraph& graph) override { evaluator_->set_events(graph); }

  bool may_become_consistent(const ExecutionGraph& graph) override {
    begin(graph);
    // Neighbouring graphs mostly have the same answer.
    const bool is_open = std::ranges::find(asked_.open, witness_) != asked_.open.end();
    if (is_open && holds(witness_, Which::ForGood)) return true;
    for (const std::size_t each : asked_.open) {
      if (!holds(each, Which::ForGood)) continue;
      witness_ = each;
      return true;
    }
    return false;
  }
  bool is_consistent(const ExecutionGraph& graph) override {
    begin(graph);
    asked_.accepting.clear();
    for (const std::size_t each : asked_.open) {
      if (holds(each, Which::All)) asked_.accepting.push_back(each);
    }
    return !asked_.accepting.empty();
  }

 private:
  enum class Answer : std::uint8_t { Unknown, Holds, Fails };
  enum class Which : std::uint8_t { All, ForGood };

  void begin(const ExecutionGraph& graph) {
    evaluator_->set_edges(graph);
    std::ranges::fill(answers_, Answer::Unknown);
  }
  bool holds(std::size_t member, Which which) {
    return std::ranges::all_of(joined_.members[member].axioms, [&](std::uint32_t axiom) {
      const cat::CodeCheck& check = joined_.code.checks[axiom];
      if (which == Which::ForGood && !check.fails_for_good) return true;
      Answer& answer = answers_[axiom];
      if (answer == Answer::Unknown) {
        answer = evaluator_->fails(check) ? Answer::Fails : Answer::Holds;
      }
      return answer == Answer::Holds;
    });
  }

  const JoinedCode& joined_;
  Asked& asked_;
  EvaluatorPool::Lease evaluator_;
  std::vector<Answer> answers_;  // by check, for the current graph
  std::size_t witness_ = 0;      // a member that may have accepted the last graph
};

// Accepts what some model accepts that is still asked. For one run.
class JointModel : public MemoryModel {
 public:
  JointModel(ModelInfo info, const JoinedCode& joined, EvaluatorPool& pool, Asked& asked)
      : MemoryModel(std::move(info)), joined_(joined), pool_(pool), asked_(asked) {}

  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    JointChecker checker(joined_, pool_, asked_);
    checker.set_events(graph);
    return checker.is_consistent(graph);
  }
  [[nodiscard]] std::unique_ptr<GraphChecker> make_checker() const override {
    return std::make_unique<JointChecker>(joined_, pool_, asked_);
  }
  [[nodiscard]] std::optional<Violation> find_violation(const ExecutionGraph&) const override {
    return std::nullopt;  // of which model?
  }

 private:
  const JoinedCode& joined_;
  EvaluatorPool& pool_;
  Asked& asked_;
};

bool may_join(const MemoryModel& model) {
  const ModelFacts& facts = model.facts();
  return model.code() != nullptr && facts.has_coherence && !facts.has_own_coherence &&
         !facts.chooses_coherence && !model.is_builtin();
}

}  // namespace

JointSearch::JointSearch(std::span<const MemoryModel* const> models)
    : is_taken_(models.size(), false) {
  if (models.empty() || !may_join(*models.front())) return;
  const MemoryModel& first = *models.front();
  ModelFacts facts = first.facts();
  std::vector<const cat::Code*> codes;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const MemoryModel& model = *models[i];
    const bool is_like = may_join(model) && model.candidates() == first.candidates() &&
                         model.code()->fuses_updates == first.code()->fuses_updates;
    if (!is_like) continue;
    facts.needs_dependencies |= model.facts().needs_dependencies;
    codes.push_back(model.code());
    numbers.push_back(i);
  }
  info_ = {.name = "joint", .candidates = first.candidates(), .facts = facts};
  for (JoinedCode& each : joined(codes)) {
    for (JoinedCode::Member& member : each.members) {
      member.model = numbers[member.model];
      is_taken_[member.model] = true;
    }
    parts_.push_back({std::move(each), std::make_unique<EvaluatorPool>()});
  }
}

std::optional<std::vector<Reached>> JointSearch::run(
    const Program& program, std::uint32_t unroll, const std::array<explain::Outcome, 2>& outcomes,
    const JointLimits& limits) const {
  const auto dependencies =
      info_.facts->needs_dependencies || info_.candidates != Candidates::Supported
          ? explain::Dependencies::Included
          : explain::Dependencies::LeftOut;
  explain::CandidateSearch search(program, unroll, dependencies, ReductionSet::none());
  std::vector<Reached> out(is_taken_.size(), Reached{});
  const explain::SearchLimits search_limits{.seconds = limits.seconds,
                                            .interrupt = limits.interrupt};
  for (const Part& part : parts_) {
    for (std::size_t outcome = 0; outcome < outcomes.size(); ++outcome) {
      Asked asked;
      for (std::size_t i = 0; i < part.joined.members.size(); ++i) asked.open.push_back(i);
      const JointModel model(info_, part.joined, *part.evaluators, asked);
      std::uint64_t executions = 0;
      bool has_all = false;
      const auto visit = [&](const explain::VisitedCandidate&) {
        for (const std::size_t each : asked.accepting) {
          out[part.joined.members[each].model][outcome] = true;
          asked.settle(each);
        }
        has_all = asked.open.empty();
        if (has_all || ++executions == limits.executions) search.stop();
      };
      const StopReason reason = search.run(outcomes[outcome], model, search_limits, visit);
      if (reason != StopReason::Exhausted && !has_all) return std::nullopt;
    }
  }
  if (search.automata().depends_on_placement()) return std::nullopt;
  return out;
}

}  // namespace drover::mutants
