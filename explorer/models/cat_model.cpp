#include "explorer/models/cat_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "explorer/cat/fold.h"
#include "explorer/cat/tracer.h"
#include "explorer/models/partial_coherence.h"
#include "support/bit_set.h"
#include "support/format.h"

namespace drover {

using namespace cat;

namespace {

// A definition comes before the definitions that its text uses.
void collect_definitions(const Code& code, const std::vector<std::size_t>& references,
                         std::vector<bool>& is_known, std::vector<Definition>& out) {
  std::vector<std::size_t> fresh;
  for (const std::size_t each : references) {
    if (is_known[each]) continue;
    is_known[each] = true;
    fresh.push_back(each);
    Definition definition{code.definitions[each].name, code.definitions[each].text};
    // A file may have been included twice.
    if (std::ranges::find(out, definition) == out.end()) out.push_back(std::move(definition));
  }
  for (const std::size_t each : fresh) {
    collect_definitions(code, code.definitions[each].references, is_known, out);
  }
}

// `pool` is part of the model, which outlives the checker.
class CatChecker : public GraphChecker {
 public:
  CatChecker(EvaluatorPool& pool, const Code& code) : evaluator_(pool.borrow(code)) {}

  void set_events(const ExecutionGraph& graph) override { evaluator_->set_events(graph); }
  bool may_become_consistent(const ExecutionGraph& graph) override {
    return evaluator_->holds(graph, WhichChecks::ForGood);
  }
  // Checks the cheap axioms only, until many complete graphs turn out inconsistent. Then checks all
  // axioms that apply to partial graphs, as long as they reject enough of them.
  bool is_worth_completing(const ExecutionGraph& graph) override {
    constexpr std::size_t MaxInVain = 24;
    constexpr std::size_t Trial = 64;
    constexpr std::size_t MinShare = 4;
    const bool is_of_use = asked_ < Trial || MinShare * cut_ >= asked_;
    if (in_vain_ < MaxInVain || !is_of_use) return evaluator_->holds(graph, WhichChecks::Quick);
    const bool holds = evaluator_->holds(graph, WhichChecks::ForGood);
    ++asked_;
    if (!holds) ++cut_;
    return holds;
  }
  bool is_consistent(const ExecutionGraph& graph) override {
    const bool holds = evaluator_->holds(graph);
    if (!holds) ++in_vain_;
    return holds;
  }

 private:
  EvaluatorPool::Lease evaluator_;
  std::size_t in_vain_ = 0;  // inconsistent complete graphs
  std::size_t asked_ = 0;    // partial graphs checked with these axioms
  std::size_t cut_ = 0;      // those of them that were rejected
};

// For models with partial coherence: chooses the orders once reads and last writes are chosen.
class PartialChecker : public GraphChecker {
 public:
  explicit PartialChecker(const Code& code) : solver_(code) {}

  void set_events(const ExecutionGraph& graph) override { solver_.set_events(graph); }
  bool may_become_consistent(const ExecutionGraph& graph) override {
    return solver_.may_become_consistent(graph, WhichChecks::ForGood);
  }
  bool is_consistent(const ExecutionGraph& graph) override {
    orders_ = solver_.solve(graph);
    return orders_ != nullptr;
  }
  [[nodiscard]] std::shared_ptr<const ChosenOrders> chosen_orders() const override {
    return orders_;
  }

 private:
  OrderSolver solver_;
  std::shared_ptr<const ChosenOrders> orders_;
};

Violation violation_of(const CodeCheck& check, std::size_t position, std::vector<Step> steps) {
  Violation violation{check.name, {}, std::move(steps), position};
  for (Step& step : base_steps(violation.steps)) {
    violation.cycle.push_back({step.from, std::move(step.relation), step.to});
  }
  return violation;
}

}  // namespace

EvaluatorPool::Lease EvaluatorPool::borrow(const Code& code) {
  std::unique_ptr<Evaluator> free;
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      free = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (free == nullptr) free = std::make_unique<Evaluator>(code);
  return {free.release(), Return{this}};
}

void EvaluatorPool::give_back(Evaluator* evaluator) {
  const std::lock_guard lock(mutex_);
  free_.emplace_back(evaluator);
}

std::string test_word(Test test, bool is_negated) {
  const std::string negation = is_negated ? "~" : "";
  switch (test) {
    case Test::Acyclic: return negation + "acyclic";
    case Test::Irreflexive: return negation + "irreflexive";
    case Test::Empty: break;
  }
  return negation + "empty";
}

ModelFacts facts_of(const Code& code) {
  const Node& coherence = code.nodes[code.names.find("co")->second];
  const auto has_check = [&](CheckUse use) {
    return std::ranges::any_of(code.checks,
                               [&](const CodeCheck& check) { return check.use == use; });
  };
  const bool is_partial = coherence_demands(code).is_partial();
  return {
      .has_coherence = code.declares_coherence || code.uses(Base::Co) || code.uses(Base::Fr) ||
                       code.uses(Base::FinalWrites),
      .has_own_coherence = !is_partial && coherence.operation != Operation::Base &&
                           coherence.kind == ValueKind::Relation,
      .chooses_coherence = is_partial,
      .has_partial_coherence = is_partial,
      .has_flags = has_check(CheckUse::Flag),
      .has_undefined = has_check(CheckUse::UndefinedUnless),
      .needs_dependencies =
          std::ranges::any_of(std::array{Base::Addr, Base::Data, Base::Ctrl, Base::PickAddr,
                                         Base::PickData, Base::PickCtrl, Base::Pick},
                              [&](Base base) { return code.uses(base); }),
      .tells_failed_updates = code.uses(Base::Failed),
  };
}

namespace {

ModelInfo with_facts(ModelInfo info, const Code& code) {
  if (!info.facts) info.facts = facts_of(code);
  return info;
}

}  // namespace

CatModel::CatModel(ModelInfo info, std::shared_ptr<const Code> code)
    : MemoryModel(with_facts(std::move(info), *code)),
      text_{MemoryModel::info().text, std::move(code)} {}

CatModel::CatModel(ModelInfo info, std::function<CatText()> read)
    : MemoryModel(std::move(info)), read_(std::move(read)) {}

const CatText& CatModel::text_now() const {
  if (read_) std::call_once(is_read_, [this] { text_ = read_(); });
  return text_;
}

std::vector<AxiomDescription> CatModel::axioms() const {
  std::vector<AxiomDescription> out;
  for (const CodeCheck* check : axioms_of(*code())) {
    AxiomDescription description{
        check->name,
        format("{} {}", test_word(check->test, check->is_negated), check->text),
        check->comment,
        {},
        check->is_negated ? std::nullopt : std::optional(check->test)};
    std::vector<bool> is_known(code()->definitions.size(), false);
    collect_definitions(*code(), check->references, is_known, description.definitions);
    out.push_back(std::move(description));
  }
  return out;
}

CatModel::Evaluation CatModel::evaluator_of(const ExecutionGraph& graph,
                                            const cat::MissingPair* missing) const {
  Evaluation out{nullptr, evaluators_.borrow(*code())};
  if (facts().has_partial_coherence && graph.orders() == nullptr) {
    OrderSolver solver(*code());
    solver.set_events(graph);
    std::shared_ptr<const ChosenOrders> orders = solver.solve(graph);
    if (orders == nullptr) orders = solver.first_tried();
    auto copy = std::make_shared<ExecutionGraph>(graph);
    copy->set_orders(std::move(orders));
    out.copy = std::move(copy);
  }
  out->set_missing(missing);
  out->set_events(out.copy ? *out.copy : graph);
  return out;
}

bool CatModel::is_consistent(const ExecutionGraph& graph) const {
  const Evaluation evaluation = evaluator_of(graph);
  return evaluation->holds(evaluation.copy ? *evaluation.copy : graph);
}

std::unique_ptr<GraphChecker> CatModel::make_checker() const {
  if (facts().has_partial_coherence) return std::make_unique<PartialChecker>(*code());
  return std::make_unique<CatChecker>(evaluators_, *code());
}

std::vector<Violation> CatModel::violations(const ExecutionGraph& graph, bool only_first) const {
  const Evaluation evaluator = evaluator_of(graph);
  if (evaluator->holds(evaluator.copy ? *evaluator.copy : graph)) return {};
  Tracer tracer(*code(), *evaluator);
  std::vector<Violation> out;
  const std::vector<const CodeCheck*> axioms = axioms_of(*code());
  for (std::size_t i = 0; i < axioms.size() && !(only_first && !out.empty()); ++i) {
    if (!evaluator->fails(*axioms[i])) continue;
    out.push_back(violation_of(*axioms[i], i, tracer.steps_of(*axioms[i])));
  }
  return out;
}

std::optional<Violation> CatModel::find_violation(const ExecutionGraph& graph) const {
  std::vector<Violation> found = violations(graph, true);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

std::vector<Violation> CatModel::find_violations(const ExecutionGraph& graph) const {
  return violations(graph, false);
}

std::optional<NodeIndex> CatModel::find_relation(std::string_view name) const {
  const auto found = code()->names.find(name);
  if (found == code()->names.end()) return std::nullopt;
  if (code()->nodes[found->second].kind != ValueKind::Relation) return std::nullopt;
  return found->second;
}

bool CatModel::is_consistent_without(const ExecutionGraph& graph, const CycleEdge& edge) const {
  constexpr std::string_view Inverse = "^-1";
  std::string_view relation = edge.edge;
  const bool is_inverse = relation.ends_with(Inverse);
  if (is_inverse) relation.remove_suffix(Inverse.size());
  const std::optional<NodeIndex> node = find_relation(relation);
  if (!node) return is_consistent(graph);
  const MissingPair missing{*node, is_inverse ? edge.to : edge.from,
                            is_inverse ? edge.from : edge.to};
  const Evaluation evaluator = evaluator_of(graph, &missing);
  const bool holds = evaluator->holds(evaluator.copy ? *evaluator.copy : graph);
  evaluator->set_missing(nullptr);
  return holds;
}

std::optional<Relation> CatModel::relation(const ExecutionGraph& graph,
                                           std::string_view name) const {
  const std::optional<NodeIndex> node = find_relation(name);
  if (!node) return std::nullopt;
  return evaluator_of(graph)->relation(*node);
}

std::optional<Relation> CatModel::axiom_relation(const ExecutionGraph& graph,
                                                 std::size_t position) const {
  const std::vector<const CodeCheck*> axioms = axioms_of(*code());
  if (position >= axioms.size()) return std::nullopt;
  const NodeIndex node = axioms[position]->node;
  if (code()->nodes[node].kind != ValueKind::Relation) return std::nullopt;
  return evaluator_of(graph)->relation(node);
}

std::vector<std::string> CatModel::relation_names() const {
  std::vector<std::string> names;
  for (const BaseDescription& base : base_descriptions()) {
    if (base.kind == ValueKind::Relation) names.emplace_back(base.name);
  }
  for (const auto& [name, node] : code()->names) {
    if (code()->nodes[node].kind == ValueKind::Relation &&
        std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

Relation CatModel::happens_before(const ExecutionGraph& graph) const {
  return evaluator_of(graph)->relation(code()->happens_before);
}

std::vector<RaisedFlag> CatModel::raised_flags(const ExecutionGraph& graph) const {
  std::vector<RaisedFlag> raised;
  const Evaluation evaluator = evaluator_of(graph);
  for (const CodeCheck& check : code()->checks) {
    if (check.use == CheckUse::Axiom) continue;
    // A flag is set if its check passes; a program is undefined if its check fails.
    const bool makes_undefined = check.use == CheckUse::UndefinedUnless;
    if (makes_undefined && is_builtin()) continue;  // reported as a race
    if (evaluator->fails(check) != makes_undefined) continue;
    RaisedFlag flag{check.name, makes_undefined, std::nullopt};
    if (code()->nodes[check.node].kind == ValueKind::Relation) {
      const auto pairs = evaluator->relation(check.node).pairs();
      if (!pairs.empty()) flag.events = pairs.front();
    }
    raised.push_back(std::move(flag));
  }
  return raised;
}

bool CatModel::is_coherence_maximal(const ExecutionGraph& graph, EventId write) const {
  if (facts().has_partial_coherence) {
    // The last writes of observed locations are chosen.
    const LocationId location = graph.event(write).label.location;
    const auto* observed = graph.observed();
    if (observed != nullptr && std::ranges::find(*observed, location) != observed->end()) {
      return MemoryModel::is_coherence_maximal(graph, write);
    }
    const std::optional<Relation> chosen = relation(graph, "co");
    return has_no_bits(std::as_const(*chosen).row(write));
  }
  if (!facts().has_coherence && !facts().has_own_coherence) {
    // As in herd, memory ends in any of the writes.
    const LocationId location = graph.event(write).label.location;
    return !graph.event(write).is_initial() || graph.writes_to(location).size() == 1;
  }
  if (!facts().has_own_coherence) return MemoryModel::is_coherence_maximal(graph, write);
  const std::optional<Relation> co = relation(graph, "co");
  return has_no_bits(co->row(write));
}

}  // namespace drover
