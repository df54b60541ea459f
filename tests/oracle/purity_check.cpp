#include "tests/oracle/purity_check.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/buffering_limits.h"
#include "mapping/compile.h"
#include "semantics/passes/await_pass.h"
#include "semantics/passes/purity/eliminate.h"
#include "semantics/program/address.h"
#include "support/format.h"
#include "tests/oracle/random.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"
#include "words/fact_words.h"

namespace drover::oracle {

namespace {

// Bound of loops: room for an iteration with effects between two pure ones.
constexpr std::uint32_t Bound = 3;

class LoopGenerator {
 public:
  explicit LoopGenerator(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    std::string out = "struct Node { next; }\nshared x, y, z = 1, a[2];\nshared na d;\n";
    const bool publishes = random_.chance(20);
    const int threads = publishes ? 2 : random_.between(2, 3);
    std::string condition;
    for (int t = 0; t < threads; ++t) {
      out += format("thread t{} {{\n  r := 0; s := 0; u := 0; c := 0; k := 0; n := 0;\n", t);
      if (publishes && (t > 0 || random_.chance(20))) {
        out += "  " + look() + "\n";
        if (random_.chance(30)) out += "  " + look() + "\n";
      } else if (publishes) {
        out += "  " + publishing(reg(), random_.pick({"x", "y"})) + "\n";
      } else {
        out += t == 0 || random_.chance(40) ? loop_with_surroundings() : plain_statements();
      }
      out += "}\n";
      // Final values of registers matter only if a condition names them.
      for (const char* reg : {"r", "s", "u", "c"}) {
        if (random_.chance(40)) condition += format(" && t{}:{} == 0", t, reg);
      }
    }
    return out + format("exists (x == 0{});\n", condition);
  }

 private:
  std::string reg() { return random_.pick({"r", "s", "u"}); }
  std::string place() { return random_.pick({"x", "x", "y", "y", "z", "a[1]"}); }
  std::string constant() { return std::to_string(random_.between(0, 2)); }
  std::string value() { return random_.chance(60) ? constant() : reg(); }
  std::string mode(std::initializer_list<const char*> modes) { return random_.pick(modes); }

  std::string condition() {
    const std::string op = random_.pick({"==", "!=", "==", "!=", "<", ">="});
    const std::string left = random_.chance(25) ? reg() + " % 2" : reg();
    const std::string one = format("{} {} {}", left, op, value());
    if (random_.chance(15)) return format("{} && {} != {}", one, reg(), constant());
    if (random_.chance(10)) return format("({} || {} == {})", one, reg(), constant());
    return one;
  }

  std::string read() {
    switch (random_.between(0, 9)) {
      case 0:
        return format("{} := xchg{}({}, {});", reg(), mode({"", "@acqrel", "@rlx"}), place(),
                      value());
      case 1:
        return format("{} := cas{}({}, {}, {});", reg(), mode({"", "@acq,rlx"}), place(), value(),
                      value());
      case 2: return format("{} := cmpxchg({}, {}, {});", reg(), place(), value(), value());
      case 3: return format("{} := faa({}, {});", reg(), place(), value());
      case 4: return format("{} := for({}, {});", reg(), place(), constant());
      default: return format("{} := {}{};", reg(), place(), mode({"", "@acq", "@rlx", "@sc"}));
    }
  }

  std::string statement(int depth) {
    switch (random_.between(0, 21)) {
      case 0:
      case 1: return format("{}{} := {};", place(), mode({"", "@rel", "@rlx"}), value());
      case 2: return format("{} := {};", reg(), value());
      case 3: return format("{} := {} + 1;", reg(), reg());
      case 4: return random_.chance(30) ? "d := 1;" : format("{} := d;", reg());
      case 5: return random_.chance(50) ? "fence@sc;" : "fence@acq;";
      case 6: return format("assume({});", condition());
      case 7: return format("assert({} != 2);", reg());
      case 8: return format("{} := a[{} & 1];", reg(), reg());
      case 9:
      case 10: return depth > 0 ? format("if ({}) {{ break; }}", condition()) : read();
      case 11: return depth > 0 ? format("if ({}) {{ continue; }}", condition()) : read();
      case 12: return format("if ({}) {{ {} }}", condition(), simple());
      case 13: return depth == 1 && random_.chance(60) ? loop(2) : read();
      // A loop without memory accesses, entered for some values that were read.
      case 14:
        return format("if ({}) {{ while ({}) {{ }} }}", condition(),
                      random_.chance(50) ? "1" : condition());
      case 15: return format("{} := choose(2);", reg());
      default: return read();
    }
  }
  std::string simple() {
    return random_.chance(50) ? read() : format("{} := {};", place(), value());
  }

  std::string loop(int depth) {
    std::string body;
    const int count = random_.between(depth == 2 ? 0 : 1, depth == 2 ? 2 : 3);
    for (int i = 0; i < count; ++i) body += " " + statement(depth);
    switch (random_.between(0, 4)) {
      case 0: return format("do {{{} }} while ({});", body, condition());
      case 1:
        return format("while ({} {} {}) {{{} }}", place(), random_.pick({"==", "!="}), value(),
                      body);
      case 2: return format("while ({}) {{{} }}", condition(), body);
      case 3: return format("while (1) {{{} if ({}) {{ break; }} }}", body, condition());
      default: return format("do {{ {}{} }} while ({});", read(), body, condition());
    }
  }

  // Usual forms of waiting: a read before the loop that the loop repeats, or a loop that counts its
  // iterations.
  std::string idiom() {
    const std::string here = place();
    const std::string wanted = constant();
    const std::string got = reg();
    const std::string other = reg();
    const std::string access = random_.pick(
        {format("cmpxchg({}, {}, {})", here, wanted, constant()),
         format("cmpxchg{}({}, {}, {})", mode({"@acq,rlx", "@rlx"}), here, wanted, value()),
         format("xchg({}, {})", here, wanted), format("{}@acq", here), here});
    const std::string test = format("{} {} {}", got, random_.pick({"!=", "!=", ">", "=="}), wanted);
    const std::string count = random_.chance(60)
                                  ? format(" {} := {} + 1;", other, other)
                                  : (random_.chance(30) ? " " + simple() : std::string());
    switch (random_.between(0, 13)) {
      case 11:
      case 12:
      case 13: return publishing(got, here);
      case 8: return counting_wait(got, access, test);
      case 9: return backing_off(format("{0} := {1};", got, access), test);
      case 10: return scanning(got, here);
      case 5:
        return format(
            "{0} := {1};{4} while (1) {{ {2} := cmpxchg({1}, {0}, {3}); "
            "if ({2} == {0}) {{ break; }} {0} := {2}; }}",
            got, here, other, value(), random_.chance(40) ? format(" {} := {};", reg(), got) : "");
      case 6:
        return format(
            "while (1) {{ {0} := {1}@rlx; {2} := {3}@rlx; if ({0} != {4}) {{ break; }} "
            "if ({2} != {5}) {{ break; }} }} {6}@rlx := {7};",
            got, here, other, place(), wanted, constant(), place(), value());
      case 7:
        return format(
            "{0} := {1}@rlx; {2} := 0; while ({2} == 0) {{ {2} := {3}@rlx; "
            "if ({2} == 0) {{ {0} := {4}; }} }} {5}@rlx := {0} + 1;",
            got, here, other, place(), constant(), place());
      case 0:
        return format("{0} := {1}; while ({2}) {{{3} {0} := {1}; }}", got, access, test, count);
      case 1:
        return format("{0} := {4}; while ({2}) {{{3} {0} := {1}; }}", got, access, test, count,
                      constant());
      case 2: return format("do {{ {0} := {1};{3} }} while ({2});", got, access, test, count);
      case 3:
        return format("while ({} {} {}) {{{} }}", access, random_.pick({"!=", "=="}), wanted,
                      count);
      default:
        return format("for ({0} := 0; cas({1}, {2}, {3}) == 0; {0} := {0} + 1) {{{4} }}", other,
                      here, wanted, constant(), random_.chance(30) ? " " + read() : "");
    }
  }

  // A wait that counts its attempts, and does something now and then.
  std::string counting_wait(const std::string& got, const std::string& access,
                            const std::string& test) {
    const std::string counter = random_.pick({"c", "c", "r", "u"});
    const std::string now_and_then = random_.pick(
        {format("{} := 0;", counter), format("{} := 0;", counter), format("{} := 1;", counter),
         std::string("break;"), format("{} := {};", reg(), counter), simple(),
         format("if ({} == 2) {{ {} := 0; }}", counter, counter)});
    return format(
        "{0} := {1}; while ({2}) {{ {3} := {3} + 1; if ({3} > {4}) {{ {5} }} {0} := {1}; }}", got,
        access, test, counter, random_.between(0, 1), now_and_then);
  }

  // A wait with a delay between its attempts.
  std::string backing_off(const std::string& attempt, const std::string& test) {
    const std::string bound = random_.pick({"c", "c", "c", "u", "2"});
    const std::string delay =
        random_.pick({format("for (k := 0; k < {}; k := k + 1) {{ }}", bound),
                      format("for (k := 0; k != {}; k := k + 1) {{ }}", bound),
                      format("k := {}; while (k > 0) {{ k := k - 1; }}", bound),
                      format("k := {} & 3; while (k) {{ k := k - 1; }}", bound),
                      format("for (k := 0; k < {}; k := k + 1) {{ {} }}", bound, read())});
    const std::string grows = random_.pick(
        {"c := c * 2;", "if (c < 4) { c := c * 2; }", "c := c + 1;", "c := u;", "u := u + c;"});
    return format("c := {}; {} while ({}) {{ {} {} {} }}", random_.pick({"1", "0", "x", "u"}),
                  attempt, test, delay, grows, attempt);
  }

  // A node that is published by a compare-and-swap, or earlier, and filled in each iteration, or in
  // some; and a look at a node.
  std::string publishing(const std::string& got, const std::string& here) {
    const std::string before = random_.pick(
        {"", "", "", "n->next := 1;", "y := n;", "k := n; y := k;", "c := cas(y, 0, n);"});
    const std::string fill =
        random_.pick({format("n->next{} := {};", mode({"@rlx", "@rel", ""}), got),
                      format("n->next := {};", value()), format("n->next := {};", value()),
                      std::string("n->next := n->next + 1;"), std::string("n->next := n;"),
                      format("if ({}) {{ n->next := {}; }}", condition(), value())});
    const std::string swap = random_.pick(
        {format("if (cas{}({}, {}, n)) {{ break; }}", mode({"@rel,rlx", ""}), here, got),
         format("if (cas{}({}, {}, n)) {{ break; }}", mode({"@rel,rlx", ""}), here, got),
         format("k := cmpxchg({}, {}, n); if (k == {}) {{ break; }}", here, got, got),
         format("k := cas({}, {}, n); if ({}) {{ break; }}", here, got, condition()),
         format("if ({}) {{ {} := n; break; }}", condition(), here)});
    const std::string early =
        random_.chance(20) ? format("if ({}) {{ break; }} ", condition()) : "";
    return format("n := alloc Node; {} while (1) {{ {} := {}{}; {}{} {} }} {}", before, got, here,
                  mode({"@acq", "@rlx", ""}), early, fill, swap,
                  random_.chance(50) ? format("{} := n->next;", reg()) : look());
  }
  // Follows a pointer to a node, or changes what the other thread waits for.
  std::string look() {
    const std::string node = reg();
    const std::string use =
        random_.pick({format("{} := {}->next;", reg(), node),
                      format("{} := {}->next;", reg(), node), format("{}->next := 2;", node)});
    return format("{0} := {1}{2}; if ({0} > 99) {{ {3} }} else {{ {1} := {4}; }}", node,
                  random_.pick({"x", "y"}), mode({"@acq", "@rlx", ""}), use, constant());
  }

  // A wait for a bit, or by a quotient, whose operand may be 0.
  std::string scanning(const std::string& got, const std::string& here) {
    const std::string by = random_.pick({"u", "c", "s", "1"});
    const std::string test = random_.pick(
        {format("({} >> ({} & 1)) & 1", got, by), format("{} / ({} + 1)", got, by),
         format("{} % ({} + 2) == 1", got, by), format("{} == 1 << ({} & 3)", got, by)});
    return format("c := {}; do {{ {} := {}; }} while (!({}));", constant(), got, here, test);
  }

  std::string loop_with_surroundings() {
    std::string out;
    if (random_.chance(35)) {
      out = "  " + idiom() + "\n";
      if (random_.chance(40)) out += "  " + statement(0) + "\n";
      return out;
    }
    if (random_.chance(40)) out += "  " + read() + "\n";
    if (random_.chance(20)) out += format("  {} := {};\n", reg(), reg());
    out += "  " + loop(1) + "\n";
    if (random_.chance(40)) out += "  " + statement(0) + "\n";
    return out;
  }
  std::string plain_statements() {
    std::string out;
    for (int i = random_.between(1, 3); i > 0; --i) out += "  " + statement(0) + "\n";
    return out;
  }

  Random random_;
};

// Facts that elimination must preserve.
struct Reached {
  std::set<std::string> facts;
  std::uint64_t executions = 0;
  bool is_too_large = false;
};

class FactCollector : public ExecutionObserver {
 public:
  FactCollector(const Program& program, ProgramAutomata& automata, RunControl& control,
                std::uint64_t limit)
      : program_(program), automata_(automata), control_(control), limit_(limit) {}

  void on_execution(const Execution& execution) override {
    if (++reached.executions > limit_) {
      reached.is_too_large = true;
      control_.stop(StopReason::MaxExecutions);
      return;
    }
    for (std::size_t t = 0; t < execution.ends.size(); ++t) {
      if (execution.ends[t] == ThreadEnd::Finished) note_end(ThreadId(t), execution.nodes[t]);
    }
    for (const Event& event : execution.graph().events()) {
      // Stores of an iteration that is left out may be missed in memory that is not published.
      const bool is_store = !event.is_initial() && event.label.is_write() &&
                            !event.label.is_exclusive_write &&
                            !address::is_heap(automata_.locations().address(event.label.location));
      if (!is_store) continue;
      reached.facts.insert(
          format("{} stores {} to {} at {}", program_.threads[event.thread.value].name, event.value,
                 automata_.locations().name(event.label.location), event.label.source.begin));
    }
  }

  Reached reached;

 private:
  void note_end(ThreadId thread, NodeId node) {
    std::string fact = program_.threads[thread.value].name + " ends with";
    for (const Observable& observable : program_.observables) {
      if (!observable.is_register || observable.thread != thread) continue;
      fact += format(" {} = {}", observable.name,
                     automata_.thread(thread).register_value(node, observable.reg));
    }
    reached.facts.insert(fact);
  }

  const Program& program_;
  ProgramAutomata& automata_;
  RunControl& control_;
  std::uint64_t limit_;
};

Reached reach(const Program& program, const MemoryModel& model, std::uint64_t limit) {
  ProgramAutomata automata(program, {.unroll = Bound});
  RunControl control;
  FactCollector collector(program, automata, control, limit);
  if (run_trust(model, 256, automata, {}, control, collector) != RunEnd::Done) {
    collector.reached.is_too_large = true;
  }
  return std::move(collector.reached);
}

enum class Livelocks : std::uint8_t { LeftOut, Included };

// Returns errors and outcomes as text.
std::string verdict_of(const Program& program, const MemoryModel& model, ReductionSet reductions,
                       Livelocks livelocks, AlgorithmKind algorithm = AlgorithmKind::Spore,
                       std::optional<std::uint64_t> max_executions = {}) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.max_executions = max_executions;
  options.reductions = reductions;
  options.after_error = AfterError::GoOn;
  options.unfold.unroll = Bound;
  const ExplorationResult result = explore(program, options);
  if (result.stop_reason == StopReason::MaxExecutions) return "too many";
  std::set<std::string> lines;
  for (const ReportedError& error : result.errors) {
    if (error.kind == ErrorKind::Deadlock) continue;
    lines.insert(format("{} at {}: {}", error_kind_name(error.kind), error.place.source.begin,
                        words::error_text(error)));
  }
  for (const auto& [state, count] : result.outcomes) {
    std::string line = "outcome";
    for (const Value value : state) line += format(" {}", value);
    lines.insert(line);
  }
  if (livelocks == Livelocks::Included && result.deadlocks > 0) lines.insert("some livelock");
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

void check_waits(const Program& source, const CrossCheckOptions& options,
                 CrossCheckResult& result) {
  using Compiled = std::pair<const char*, const char*>;
  for (const auto& [name, mapping_name] :
       {Compiled{"imm", ""}, Compiled{"aarch64", "c11-aarch64"},
        Compiled{"aarch64", "c11-aarch64-llsc"}, Compiled{"riscv", "c11-riscv"},
        Compiled{"ppc", "c11-ppc"}}) {
    const MemoryModel& model = *find_model(name);
    const auto mapping = mapping::find_mapping(mapping_name);
    DiagnosticSink sink;
    const std::optional<Program> program =
        mapping == nullptr ? source : mapping::compile(source, *mapping, sink);
    if (!program || buffering_obstacle(*program, model)) continue;
    const auto verdict = [&](ReductionSet reductions) {
      return verdict_of(*program, model, reductions, Livelocks::LeftOut, AlgorithmKind::Buffering,
                        options.max_executions);
    };
    const std::string all = verdict(ReductionSet::none());
    if (all == "too many") continue;
    for (const ReductionSet reductions :
         {ReductionSet({Reduction::Plp}), ReductionSet({Reduction::Plp, Reduction::Await}),
          ReductionSet({Reduction::Await})}) {
      const std::string reduced = verdict(reductions);
      if (reduced == "too many") continue;
      result.agreement = std::max(result.agreement, Agreement::Agrees);
      if (all == reduced) continue;
      result.agreement = Agreement::Disagrees;
      result.what +=
          format("under {} {}: the reports differ:\n{}---\n{}", name, mapping_name, all, reduced);
      break;
    }
  }
}

std::string random_loops(std::uint64_t seed) { return LoopGenerator(seed).run(); }

CrossCheckResult check_purity(const std::string& source, const CrossCheckOptions& options) {
  CrossCheckResult result;
  const Program program = testing::program_from(source);
  const passes::PurityElimination elimination = passes::eliminate_pure_iterations(program);
  if (elimination.loops.empty()) return result;
  const Program awaiting = passes::with_awaits(elimination.program);
  ReductionSet plp = ReductionSet::none();
  plp.insert(Reduction::Plp);
  ReductionSet plp_and_await = plp;
  plp_and_await.insert(Reduction::Await);
  for (const MemoryModel* model : all_models()) {
    if (model->traits().checker == IncrementalChecker::None) continue;
    const auto complain = [&](const std::string& what) {
      result.agreement = Agreement::Disagrees;
      result.what += format("under {}: {}\n", model->name(), what);
    };
    const Reached plain = reach(program, *model, options.max_executions);
    if (plain.is_too_large) {
      result.agreement = std::max(result.agreement, Agreement::Agrees);
      continue;
    }
    result.executions += plain.executions;
    const auto compare = [&](const Reached& other, const std::string& name) {
      for (const std::string& fact : plain.facts) {
        if (!other.facts.contains(fact)) complain(format("{} misses: {}", name, fact));
      }
      for (const std::string& fact : other.facts) {
        if (!plain.facts.contains(fact)) complain(format("{} invents: {}", name, fact));
      }
    };
    compare(reach(elimination.program, *model, options.max_executions), "plp");
    compare(reach(awaiting, *model, options.max_executions), "plp and await");
    const std::string all = verdict_of(program, *model, ReductionSet::none(), Livelocks::LeftOut);
    for (const ReductionSet& reductions : {plp, plp_and_await}) {
      const std::string reduced = verdict_of(program, *model, reductions, Livelocks::LeftOut);
      if (reduced != all) complain("the reports differ:\n" + all + "---\n" + reduced);
    }
    const std::string stopped = verdict_of(program, *model, plp, Livelocks::Included);
    const std::string awaited = verdict_of(program, *model, plp_and_await, Livelocks::Included);
    if (stopped != awaited) complain("livelocks differ:\n" + stopped + "---\n" + awaited);
  }
  check_waits(program, options, result);
  return result;
}

}  // namespace drover::oracle
