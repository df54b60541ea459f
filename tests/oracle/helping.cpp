#include "tests/oracle/helping.h"

#include <algorithm>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "tests/oracle/random.h"
#include "tests/support/program_text.h"

namespace drover::oracle {

namespace {

// Generates programs with annotations: a queue whose threads help each other; a stack without
// helpers; or variables, of which the operation swaps `x` and `f` announces the operation.
class HelpingGenerator {
 public:
  explicit HelpingGenerator(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    if (random_.chance(30)) return queue();
    if (random_.chance(25)) return stack();
    const bool has_function = random_.chance(30);
    operation_ = has_function ? "complete(1)" : "cas" + swap_modes() + "(x, 0, 1)";
    std::string source = "shared x, f, y, z;\n";
    if (has_function) {
      source += format("fn complete(n) {{\n  a := z{};\n  r := cas{}(x, 0, a + n);\n}}\n",
                       mode({"", "@rlx", "@acq"}), swap_modes());
    }
    source += owner();
    if (random_.chance(40)) {
      source += retrying_helpers();
    } else {
      const int helpers = random_.chance(25) ? 2 : 1;
      for (int i = 0; i < helpers; ++i) source += helper(i);
    }
    source += bystander();
    return source;
  }

 private:
  std::string mode(std::initializer_list<const char*> modes) { return random_.pick(modes); }
  std::string swap_modes() { return mode({"", "@acqrel,acq", "@acqrel", "@sc", "@rel", "@rlx"}); }

  std::string fresh() { return format("r{}", registers_++); }

  // Returns a statement that accesses memory. It rarely makes the annotation wrong.
  std::string action() {
    const std::string variable = random_.pick({"x", "y", "z", "y", "z"});
    switch (random_.between(0, 6)) {
      case 0:
      case 1: {
        const std::string reg = fresh();
        known_.push_back(reg);
        return format("{} := {}{};", reg, variable, mode({"", "@acq", "@rlx"}));
      }
      case 2:
      case 3: {
        const bool is_plain_write_of_x = variable == "x" && random_.chance(20);
        const std::string target = variable == "x" && !is_plain_write_of_x ? "y" : variable;
        return format("{}{} := {};", target, mode({"", "@rel", "@rlx"}), random_.between(1, 2));
      }
      case 4: return format("cas(x, {}, {});", random_.between(1, 2), random_.between(2, 3));
      case 5: return format("faa{}({}, 1);", mode({"", "@rlx"}), random_.pick({"y", "z", "x"}));
      default: return assertion();
    }
  }

  std::string assertion() {
    if (known_.size() < 2) return ";";
    const std::string& a = known_[random_.below(known_.size())];
    const std::string& b = known_[random_.below(known_.size())];
    return format("assert(!({} == {} && {} == {}));", a, random_.between(0, 2), b,
                  random_.between(0, 2));
  }

  std::string actions(int least, int most) {
    std::string out;
    const int count = random_.between(least, most);
    for (int i = 0; i < count; ++i) out += " " + action();
    return out;
  }

  std::string owner() {
    known_.clear();
    std::string body = actions(0, 1);
    if (random_.chance(30)) body += " s := x; if (s == 0) {";
    const bool is_guarded = body.ends_with("{");
    body += random_.chance(60) ? format(" f{} := 1;", mode({"", "@rel", "@sc", "@rel", "@rlx"}))
                               : format(" cas{}(f, 0, 1);", mode({"", "@acqrel", "@rel"}));
    if (random_.chance(5)) body += action();
    body += format(" main {};", operation_);
    if (is_guarded) body += " }";
    return format("thread owner {{{}{} }}\n", body, actions(0, 2));
  }

  std::string helper(int serial) {
    known_.clear();
    std::string body = format(" g := f{};", mode({"", "@acq", "@acq", "@sc", "@rlx"}));
    body += format(" if (g == {}) {{{} help {};{} }}", random_.chance(95) ? 1 : 0, actions(0, 1),
                   operation_, actions(0, 2));
    return format("thread helper{} {{{} }}\n", serial, body);
  }

  // One or two helpers that block once they have helped, as an iteration of a retry loop does.
  std::string retrying_helpers() {
    known_.clear();
    std::string body = actions(0, 1);
    if (random_.chance(40)) body += format(" h := {};", random_.pick({"x", "x", "z", "y"}));
    const bool is_confirmed = random_.chance(30);
    body += format(" g := f{};", mode({"", "@acq", "@acq", "@sc", "@rlx"}));
    if (is_confirmed) body += format(" c := f{}; assume(c == g);", mode({"", "@acq", "@rlx"}));
    const std::string condition = body.find("h :=") != std::string::npos && random_.chance(60)
                                      ? format("g == 1 && h == {}", random_.between(0, 1))
                                      : format("g == {}", random_.chance(95) ? 1 : 0);
    const std::string last =
        random_.chance(30) ? format(" l := {}; ", random_.pick({"x", "y"})) : "";
    body +=
        format(" if ({}) {{ help {};{} block; }}{}", condition, operation_, last, actions(0, 2));
    return format("thread helper(i in 1..{}) {{{} }}\n", random_.between(1, 2), body);
  }

  std::string bystander() {
    known_.clear();
    return format("thread bystander {{{} {} }}\n", actions(1, 3), assertion());
  }

  // A queue of nodes: Michael and Scott's, or a broken one. Helpers may read old tails and heads,
  // and a thread may write old values back.
  std::string queue() {
    const bool helps = random_.chance(60);
    std::string source =
        "struct Node { value; next; }\nshared head, tail, dummy;\n"
        "init { d := alloc Node; head := d; tail := d; dummy := d; }\n";
    const int enqueuers = random_.between(1, 2);
    source += format("thread enqueuer(i in 1..{}) {{{} }}\n", enqueuers, enqueue(helps));
    if (random_.chance(15)) source += format("thread other {{{} }}\n", enqueue(helps));
    const int dequeuers = enqueuers == 2 ? random_.between(0, 1) : random_.between(0, 2);
    if (dequeuers > 0) {
      source += format("thread dequeuer(i in 1..{}) {{{} }}\n", dequeuers, dequeue(helps));
    }
    if (random_.chance(40)) source += format("thread meddler {{{} }}\n", meddle());
    return source;
  }

  // A stack: Treiber's, or a broken one. A thread that has read the top writes to a node of its own
  // before its swap. Some publish the node earlier, or write an old top back.
  std::string stack() {
    std::string source = "struct Node { value; next; }\nshared top, seen;\n";
    const int pushers = random_.between(1, 3);
    source += format("thread pusher(i in 1..{}) {{{}{} }}\n", pushers, push(),
                     pushers < 3 && random_.chance(20) ? pop() : "");
    if (pushers < 3 && random_.chance(20)) source += format("thread other {{{} }}\n", push());
    if (random_.chance(50)) {
      const int poppers = pushers == 1 ? random_.between(1, 2) : 1;
      source += format("thread popper(i in 1..{}) {{{} }}\n", poppers, pop());
    }
    if (random_.chance(30)) source += format("thread meddler {{{} }}\n", meddle_with_stack());
    return source;
  }

  std::string push() {
    std::string body = " n := alloc Node;";
    if (random_.chance(40)) body += " n->value@rlx := 7;";
    if (random_.chance(15)) body += format(" seen{} := n;", mode({"", "@rel", "@rlx"}));
    body += format(" t := top{};", mode({"", "@acq", "@acq", "@rlx"}));
    if (random_.chance(10)) body += " o := n->next@rlx;";
    if (random_.chance(10)) body += " m := alloc Node; m->next@rlx := n;";
    body += format(" n->next{} := t;", mode({"", "@rlx", "@rlx", "@rel"}));
    if (random_.chance(15)) body += " o := n->next@rlx; assert(o == t);";
    if (random_.chance(40)) body += confirm("top", "t");
    return body + demanded(format("cas{}(top, t, n)", swap_modes()));
  }

  std::string pop() {
    std::string body = format(" t := top{}; if (t != 0) {{ k := t->next{};",
                              mode({"", "@acq", "@acq", "@rlx"}), mode({"", "@rlx", "@acq"}));
    if (random_.chance(40)) body += confirm("top", "t");
    body += demanded(format("cas{}(top, t, k)", swap_modes()));
    if (random_.chance(40)) body += " assert(t != k);";
    return body + " }";
  }

  std::string meddle_with_stack() {
    switch (random_.between(0, 4)) {
      case 0: return " r := top; cas(top, r, 0);";
      case 1: return " top := 0;";
      case 2: return " p := seen@acq; if (p != 0) { q := p->next@rlx; p->next@rlx := 0; }";
      case 3: return " r := top@acq; if (r != 0) { s := r->next@rlx; assert(s != r); }";
      default: return " r := top; assume(r != 0); s := top; cas(top, s, r);";
    }
  }

  std::string give_up(bool helps, const std::string& old, const std::string& next) {
    const std::string swap = format("cas{}(tail, {}, {})", swap_modes(), old, next);
    if (helps) return format(" help {}; block;", swap);
    return random_.pick({" block;", "", " assume(0);"}) + std::string(";");
  }
  std::string confirm(const std::string& variable, const std::string& value) {
    if (random_.chance(40)) return "";
    return format(" assume({} == {}{});", value, variable, mode({"", "@acq", "@acq", "@rlx"}));
  }
  std::string demanded(const std::string& swap) {
    if (random_.chance(60)) return format(" assume({});", swap);
    return format(" s := {}; if (s == 0) {{ block; }}", swap);
  }

  std::string enqueue(bool helps) {
    std::string body = " n := alloc Node;";
    if (random_.chance(50)) body += " n->value@rlx := 7;";
    if (random_.chance(50)) body += " n->next@rlx := 0;";
    body += format(" t := tail{}; k := t->next{};", mode({"", "@acq", "@acq", "@rlx"}),
                   mode({"", "@acq", "@acq", "@rlx"}));
    body += confirm("tail", "t");
    body += format(" if (k != 0) {{{} }}", give_up(helps, "t", "k"));
    body += demanded(format("cas{}(t->next, 0, n)", swap_modes()));
    return body + format(" {}cas{}(tail, t, n);", helps ? "main " : "", swap_modes());
  }

  std::string dequeue(bool helps) {
    const bool looks_at_tail = random_.chance(60);
    std::string body = format(" h := head{};", mode({"", "@acq", "@acq", "@rlx"}));
    if (looks_at_tail) body += format(" t := tail{};", mode({"", "@acq", "@acq", "@rlx"}));
    body += format(" k := h->next{};", mode({"", "@acq", "@acq", "@rlx"}));
    body += confirm("head", "h");
    std::string found = random_.chance(60) ? " v := k->value@rlx;" : "";
    found += demanded(format("cas{}(head, h, k)", swap_modes()));
    if (random_.chance(40)) found += " assert(h != k);";
    if (!looks_at_tail) return body + format(" if (k != 0) {{{} }}", found);
    return body + format(" if (k != 0) {{ if (h == t) {{{} }} else {{{} }} }}",
                         give_up(helps, "t", "k"), found);
  }

  std::string meddle() {
    switch (random_.between(0, 5)) {
      case 0: return " r := tail; d := dummy; cas(tail, r, d);";
      case 1: return " d := dummy; d->next := 0;";
      case 2: return " d := dummy; r := d->next; cas(d->next, r, 0);";
      case 3: return " r := head; d := dummy; assume(r != d); head := d;";
      case 4: return " d := dummy; r := d->next@acq; s := tail@rlx; assert(!(r != 0 && s == d));";
      default: return " r := tail@acq; s := r->next@acq; assert(s != r);";
    }
  }

  Random random_;
  std::string operation_;
  int registers_ = 0;
  std::vector<std::string> known_;  // registers of the current thread that hold values read
};

ExplorationResult run(const Program& program, const MemoryModel& model, ReductionSet reductions) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  return explore(program, options);
}

bool has_error(const ExplorationResult& result, bool of_annotations) {
  return std::ranges::any_of(result.errors, [&](const ReportedError& error) {
    return (error.kind == ErrorKind::Annotation) == of_annotations;
  });
}

// Helpers that give up leave the graph. This must not change complete executions and errors, with
// and without symmetry.
void compare_given_up(const Program& program, const MemoryModel& model,
                      const ExplorationResult& annotated, CrossCheckResult& check) {
  ReductionSet leaving = ReductionSet::none();
  leaving.insert(Reduction::Helping);
  leaving.insert(Reduction::Symmetry);
  const ExplorationResult symmetric = run(program, model, leaving);
  leaving.insert(Reduction::Await);
  const ExplorationResult both = run(program, model, leaving);
  leaving.erase(Reduction::Symmetry);
  const ExplorationResult left = run(program, model, leaving);
  const auto is_alike = [](const ExplorationResult& one, const ExplorationResult& other) {
    return has_error(one, true) == has_error(other, true) &&
           has_error(one, false) == has_error(other, false);
  };
  const bool is_left_alike = is_alike(annotated, left) && annotated.executions == left.executions;
  // A run that restarts does so without symmetry, and then its executions are others.
  const bool are_both_alike =
      is_alike(symmetric, both) && (symmetric.symmetric.empty() != both.symmetric.empty() ||
                                    symmetric.executions == both.executions);
  if (is_left_alike && are_both_alike) return;
  check.agreement = Agreement::Disagrees;
  check.what += format("under {}: helpers that give up{} make a difference\n", model.name(),
                       is_left_alike ? ", with symmetry," : "");
}

}  // namespace

std::string helping_program(std::uint64_t seed) { return HelpingGenerator(seed).run(); }

HelpingResult check_helping(const std::string& source) {
  HelpingResult result;
  const Program program = testing::program_from(source);
  for (const char* name : {"sc", "tso", "sra", "ra", "rc11", "rc20"}) {
    const MemoryModel& model = *find_model(name);
    ReductionSet helping = ReductionSet::none();
    helping.insert(Reduction::Helping);
    const ExplorationResult annotated = run(program, model, helping);
    const ExplorationResult plain = run(program, model, ReductionSet::none());
    result.check.executions += plain.executions;
    const bool is_accepted = !has_error(annotated, true);
    result.accepted += is_accepted ? 1 : 0;
    const bool is_missed = is_accepted && has_error(plain, false) && !has_error(annotated, false);
    const bool is_invented = has_error(annotated, false) && !has_error(plain, false);
    if (is_missed || is_invented) {
      result.check.agreement = Agreement::Disagrees;
      result.check.what +=
          format("under {}: helping {} an error\n", name, is_missed ? "misses" : "invents");
    }
    compare_given_up(program, model, annotated, result.check);
  }
  return result;
}

}  // namespace drover::oracle
