#include "tests/oracle/generator.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "support/format.h"
#include "support/scope_words.h"
#include "tests/oracle/generate_code.h"
#include "tests/oracle/random.h"
#include "tests/oracle/spawning.h"

namespace drover::oracle {
namespace {

class ProgramGenerator {
 public:
  ProgramGenerator(std::uint64_t seed, const GeneratorOptions& options)
      : options_(options), random_(seed), events_left_(options.max_events) {}

  GeneratedProgram run() {
    declare_consts();
    declare_shared();
    declare_special();
    const CodeGenerator code(program_, options_, random_);
    define_functions(code);
    define_sequential_blocks(code);
    define_threads(code);
    if (options_.chances.spawn > 0 && random_.chance(options_.chances.spawn)) {
      spawn_threads(program_, random_);
    }
    drop_unused();
    add_conditions();
    return std::move(program_);
  }

 private:
  void declare_consts();
  void declare_shared();
  void declare_special();
  void define_functions(CodeGenerator code);
  void define_sequential_blocks(CodeGenerator code);
  void define_threads(CodeGenerator code);
  void drop_unused();
  void add_conditions();

  [[nodiscard]] Scope new_scope(CodeRole role) const;
  Expr constant_or_number(std::int64_t value);
  void make_family(ThreadDecl& thread, int instances);
  ThreadDecl new_thread(CodeGenerator& code, int instances, std::size_t events, int serial);
  std::vector<Expr> observables();
  Expr condition_over(const std::vector<Expr>& atoms);

  const GeneratorOptions& options_;
  Random random_;
  std::size_t events_left_;
  GeneratedProgram program_;
};

// ---- Declarations ---------------------------------------------------------------

void ProgramGenerator::declare_consts() {
  if (!random_.chance(options_.chances.consts)) return;
  program_.consts.push_back({"N", 2});
  if (random_.chance(40)) program_.consts.push_back({"M", random_.between(0, 3)});
}

Expr ProgramGenerator::constant_or_number(std::int64_t value) {
  for (const ConstDecl& decl : program_.consts) {
    if (decl.value == value && random_.chance(60)) return named(ExprKind::Constant, decl.name);
  }
  return number(value);
}

void ProgramGenerator::declare_shared() {
  static constexpr std::string_view Names[] = {"x", "y", "z", "u", "v"};
  const int most = std::clamp(options_.max_locations, 1, 5);
  const int count = random_.between(1, most);
  for (int i = 0; i < count; ++i) {
    SharedDecl decl;
    decl.name = Names[i];
    std::size_t cells = 1;
    if (random_.chance(options_.chances.array) && i + 1 < most) {
      decl.name = "a" + std::to_string(i);
      decl.size = {constant_or_number(2)};
      cells = 2;
    }
    if (i > 0 && random_.chance(options_.chances.non_atomic)) {
      decl.name = "d" + std::to_string(i);
      decl.kind = CellKind::NonAtomic;
    }
    if (random_.chance(options_.chances.initialiser)) {
      for (std::size_t cell = 0; cell < cells; ++cell) {
        decl.initial.push_back(constant_or_number(random_.between(0, 3)));
      }
    }
    program_.shared.push_back(std::move(decl));
  }
}

// Declares the lock and the heap; drop_unused() removes them if no code uses them.
void ProgramGenerator::declare_special() {
  if (options_.weights.critical > 0 && random_.chance(40)) {
    program_.shared.push_back({.name = std::string(LockName), .size = {}, .initial = {}});
  }
  if (!random_.chance(options_.chances.heap)) return;
  program_.shared.push_back({.name = std::string(HeadName), .size = {}, .initial = {}});
  StructDecl decl{std::string(StructName), {{"value"}, {"next"}}};
  if (options_.chances.non_atomic > 0 && random_.chance(40)) {
    decl.fields[0].kind = CellKind::NonAtomic;
  }
  program_.structs.push_back(std::move(decl));
}

Scope ProgramGenerator::new_scope(CodeRole role) const {
  Scope scope;
  scope.role = role;
  for (const ConstDecl& decl : program_.consts) scope.constants.push_back(decl.name);
  return scope;
}

// ---- Code -----------------------------------------------------------------------

void ProgramGenerator::define_functions(CodeGenerator code) {
  static constexpr std::string_view Names[] = {"f", "g", "h"};
  if (options_.weights.call == 0) return;
  const int most = std::min(options_.max_functions, 3);
  for (int i = 0; i < most && random_.chance(options_.chances.function); ++i) {
    FunctionDecl function;
    function.name = Names[i];
    Scope scope = new_scope(CodeRole::Function);
    const int parameters = random_.between(0, 2);
    for (int p = 0; p < parameters; ++p) {
      const bool is_pointer = options_.weights.pointer > 0 && random_.chance(40);
      function.parameters.push_back((is_pointer ? "p" : "v") + std::to_string(p));
      (is_pointer ? scope.pointers : scope.registers).push_back(function.parameters.back());
    }
    scope.next_pointer = parameters;
    function.body = code.block(scope, random_.between(1, 2), 2);
    if (random_.chance(85)) {
      function.body.push_back(make_stmt(StmtKind::Return, {}, {code.value(scope, 1)}));
    }
    program_.functions.push_back(std::move(function));
  }
}

void ProgramGenerator::define_sequential_blocks(CodeGenerator code) {
  const std::size_t events = std::min<std::size_t>(2, options_.max_events / 4);
  if (random_.chance(options_.chances.init_block)) {
    Scope scope = new_scope(CodeRole::Init);
    program_.init = code.block(scope, random_.between(1, 2), events);
  }
  if (random_.chance(options_.chances.final_block)) {
    Scope scope = new_scope(CodeRole::Final);
    program_.final = code.block(scope, random_.between(1, 2), events);
  }
  events_left_ -= std::min(events_left_, max_events(program_));
}

void ProgramGenerator::make_family(ThreadDecl& thread, int instances) {
  thread.index = "i";
  thread.first = random_.between(0, 1);
  thread.last = thread.first + instances - 1;
  thread.range = {number(thread.first), constant_or_number(thread.last)};
  const Expr past_last = constant_or_number(thread.last + 1);
  if (past_last.kind == ExprKind::Constant && random_.chance(50)) {
    thread.range[1] = make_expr(ExprKind::Binary, "-", {past_last, number(1)});
  }
}

ThreadDecl ProgramGenerator::new_thread(CodeGenerator& code, int instances, std::size_t events,
                                        int serial) {
  ThreadDecl thread;
  Scope scope = new_scope(CodeRole::Worker);
  thread.name = "T" + std::to_string(serial);
  if (instances > 1) {
    thread.name = serial == 0 ? "w" : std::string("w") + static_cast<char>('a' + serial);
    make_family(thread, instances);
    scope.family_index = thread.index;
    scope.family_last = thread.last;
    scope.constants.push_back(thread.index);
    scope.constants.push_back(thread.index);  // chosen more often than other constants
  }
  thread.body = code.block(scope, random_.between(1, options_.max_statements), events);
  return thread;
}

void ProgramGenerator::define_threads(CodeGenerator code) {
  int left = random_.between(std::max(options_.min_threads, 1), options_.max_threads);
  if (left == 1 && options_.max_threads > 1 && random_.chance(75)) left = 2;
  for (int serial = 0; left > 0; ++serial) {
    int instances = 1;
    if (left > 1 && random_.chance(options_.chances.family)) instances = random_.between(2, left);
    // Leaves at least one event for every later thread.
    const std::size_t kept = std::min(events_left_, static_cast<std::size_t>(left - instances));
    const std::size_t events =
        std::min(options_.max_events_per_thread,
                 (events_left_ - kept) / static_cast<std::size_t>(instances));
    ThreadDecl thread = new_thread(code, instances, events, serial);
    if (serial > 0 && instances == 1 && random_.chance(options_.chances.clone)) {
      const ThreadDecl& before = program_.threads.back();
      if (!before.is_family() && max_events(before.body, program_.functions) <= events) {
        thread.body = before.body;
      }
    }
    const std::size_t used = max_events(thread.body, program_.functions) * thread.instances();
    events_left_ -= std::min(events_left_, used);
    program_.threads.push_back(std::move(thread));
    left -= instances;
  }
}

void ProgramGenerator::drop_unused() {
  // Goes from the last function to the first: functions call only earlier ones.
  for (std::size_t i = program_.functions.size(); i-- > 0;) {
    if (mentioned_names(program_).contains(program_.functions[i].name)) continue;
    program_.functions.erase(program_.functions.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const std::set<std::string> names = mentioned_names(program_);
  std::erase_if(program_.shared, [&](const SharedDecl& decl) {
    return (decl.name == LockName || decl.name == HeadName) && !names.contains(decl.name);
  });
  if (!names.contains(std::string(HeadName))) program_.structs.clear();
}

// ---- Conditions -----------------------------------------------------------------

void collect_registers(const Block& block, std::set<std::string>& names) {
  for (const Stmt& stmt : block) {
    const bool assigns = stmt.kind == StmtKind::Assign && stmt.name.front() != PointerPrefix;
    if (assigns || (stmt.kind == StmtKind::Loop && stmt.bound > 0)) names.insert(stmt.name);
    for (const Block& inner : stmt.blocks) collect_registers(inner, names);
  }
}

void add_registers(const Block& body, const std::string& owner, std::vector<Expr>& to) {
  std::set<std::string> names;
  collect_registers(body, names);
  for (const std::string& name : names) {
    to.push_back(named(ExprKind::ObservedRegister, owner + ":" + name));
  }
}

// Returns comparisons of every register and location with a small number, shuffled.
std::vector<Expr> ProgramGenerator::observables() {
  std::vector<Expr> left;
  add_registers(program_.init, "init", left);
  for (const ThreadDecl& thread : program_.threads) {
    for (std::int64_t i = thread.first; i <= thread.last; ++i) {
      const std::string suffix = thread.is_family() ? std::to_string(i) : "";
      add_registers(thread.body, thread.name + suffix, left);
    }
  }
  add_registers(program_.final, "final", left);
  for (const SharedDecl& decl : program_.shared) {
    if (decl.size.empty()) {
      left.push_back(make_expr(ExprKind::Load, {}, {named(ExprKind::Cell, decl.name)}));
      continue;
    }
    for (int cell = 0; cell < 2; ++cell) {
      left.push_back(
          make_expr(ExprKind::Load, {}, {make_expr(ExprKind::Element, decl.name, {number(cell)})}));
    }
  }
  for (std::size_t i = left.size(); i > 1; --i) std::swap(left[i - 1], left[random_.below(i)]);
  std::vector<Expr> result;
  for (Expr& expr : left) {
    const std::string op = random_.chance(75) ? "==" : random_.pick({"!=", "<", ">=", "<=", ">"});
    result.push_back(make_expr(ExprKind::Binary, op,
                               {std::move(expr), constant_or_number(random_.between(0, 3))}));
  }
  return result;
}

Expr ProgramGenerator::condition_over(const std::vector<Expr>& atoms) {
  Expr result = atoms[0];
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    const std::string op = random_.chance(75) ? "&&" : "||";
    result = make_expr(ExprKind::Binary, op, {std::move(result), atoms[i]});
    if (random_.chance(8)) result = make_expr(ExprKind::Unary, "!", {std::move(result)});
  }
  return result;
}

void ProgramGenerator::add_conditions() {
  std::vector<Expr> atoms = observables();
  const auto most = static_cast<std::size_t>(std::max(options_.max_observables, 1));
  atoms.resize(std::min(atoms.size(), most));
  program_.conditions.push_back({"exists", condition_over(atoms)});
  if (!random_.chance(options_.chances.second_condition)) return;
  atoms = observables();
  atoms.resize(std::min<std::size_t>(atoms.size(), 3));
  program_.conditions.push_back(
      {random_.pick({"exists", "forbid", "forbid", "forall"}), condition_over(atoms)});
}

}  // namespace

std::optional<GeneratorOptions> profile_options(std::string_view profile) {
  GeneratorOptions options;
  if (profile == "symmetry") {
    options.min_threads = 2;
    options.chances.clone = 75;
    options.chances.family = 30;
    options.chances.heap = 20;
  } else if (profile == "locks") {
    options.min_threads = 2;
    options.chances.clone = 40;
    options.weights.await = 14;
    options.weights.critical = 30;
    options.weights.assume = 6;
  } else if (profile == "awaits" || profile == "dpor") {
    options.min_threads = 2;
    options.max_threads = 4;
    if (profile == "dpor") {
      options.max_events = 13;
      options.max_events_per_thread = 6;
    }
    options.max_locations = 2;
    options.max_observables = 2;
    options.max_awaited = 3;
    options.weights.addition = 40;
    options.weights.exchange = 12;
    options.weights.await = 16;
    options.weights.assume = 6;
    options.weights.critical = 12;
    options.weights.fence = 1;
    options.weights.compute = 1;
    options.chances.mode = 10;
    options.chances.array = 8;
    options.chances.heap = 2;
  } else if (profile == "retries") {
    options.min_threads = 2;
    options.max_threads = 4;
    options.max_events = 10;
    options.max_events_per_thread = 5;
    options.max_locations = 2;
    options.max_observables = 2;
    options.weights.retry = 50;
    options.weights.store = 20;
    options.weights.await = 6;
    options.weights.assume = 6;
    options.weights.fence = 2;
    options.weights.compute = 1;
    options.weights.stop = 0;
    options.weights.heap = 14;
    options.chances.heap = 25;
    options.chances.clone = 30;
    options.chances.array = 8;
    options.chances.non_atomic = 4;
  } else if (profile == "spawns") {
    options.min_threads = 2;
    options.chances.spawn = 100;
    options.chances.family = 0;
    options.weights.await = 6;
  } else if (profile == "choices") {
    options.min_threads = 2;
    options.max_events = 7;
    options.weights.choice = 22;
    options.chances.clone = 30;
    options.weights.branch = 10;
    options.weights.await = 5;
    options.weights.assume = 4;
    options.chances.spawn = 12;
  } else if (profile == "orders") {
    options.min_threads = 2;
    options.max_events = 8;
    options.weights.fence = 10;
    options.weights.compute = 1;
    options.weights.stop = 0;
    options.weights.assume = 1;
    options.chances.mode = 60;
    options.chances.non_atomic = 15;
    options.chances.clone = 20;
    options.chances.second_condition = 0;
    options.chances.failing_assertion = 10;
  } else if (profile == "buffering" || profile == "large-buffering") {
    const bool is_large = profile == "large-buffering";
    options.min_threads = 2;
    options.max_threads = is_large ? 4 : 3;
    options.max_events = is_large ? 12 : 9;
    options.max_events_per_thread = is_large ? 6 : 5;
    options.max_statements = is_large ? 6 : 5;
    options.chances.spawn = is_large ? 8 : options.chances.spawn;
    options.chances.relaxed = 65;
    options.chances.dependency = 45;
    options.chances.risky_arithmetic = 50;
    options.chances.heap = 8;
    options.chances.family = 10;
    options.weights.load = 20;
    options.weights.store = 20;
    options.weights.critical = 2;
    options.weights.await = 2;
    options.weights.stop = 0;
  } else if (profile == "waiting") {
    options.min_threads = 2;
    options.max_threads = 3;
    options.max_events = 8;
    options.max_events_per_thread = 4;
    options.max_locations = 2;
    options.max_observables = 4;
    options.chances.relaxed = 50;
    options.chances.dependency = 30;
    options.chances.heap = 3;
    options.chances.clone = 20;
    options.weights.spin = 14;
    options.weights.retry = 4;
    options.weights.exchange = 10;
    options.weights.await = 8;
    options.weights.critical = 8;
    options.weights.assume = 6;
    options.weights.rmw = 10;
    options.weights.cas = 10;
    options.weights.stop = 0;
  } else if (profile == "machines") {
    options.min_threads = 2;
    options.max_events = 8;
    options.max_locations = 2;
    options.max_observables = 2;
    options.chances.clone = 60;
    options.chances.family = 25;
    options.chances.relaxed = 40;
    options.chances.dependency = 20;
    options.chances.array = 8;
    options.chances.non_atomic = 4;
    options.weights.rmw = 16;
    options.weights.cas = 16;
    options.weights.critical = 20;
    options.weights.exchange = 8;
    options.weights.await = 8;
    options.weights.assume = 10;
    options.weights.retry = 20;
    options.weights.loop = 8;
    options.weights.fence = 3;
    options.weights.compute = 1;
    options.weights.stop = 0;
  } else if (profile == "scopes") {
    options.min_threads = 2;
    options.max_events = 8;
    options.max_locations = 2;
    options.max_observables = 4;
    options.weights.stop = 0;
    options.weights.compute = 1;
    options.chances.mode = 85;
    options.chances.scope = 75;
    options.chances.clone = 25;
    options.chances.spawn = 6;
  } else if (profile == "general") {
    options.chances.spawn = 12;
  } else {
    return std::nullopt;
  }
  return options;
}

namespace {

// Adds scopes of one machine to modes, and the places of threads.
void add_scopes(GeneratedProgram& program, int chance, Random random) {
  const ScopeWords& words = random.pick(ScopeMachines);
  const auto set_scope = [&](auto& node) {
    if (random.chance(chance)) node.scope = random.pick(words.levels());
  };
  for_each_expr(program, set_scope);
  for_each_stmt(program, set_scope);
  for (ThreadDecl& thread : program.threads) {
    for (const std::string_view level : words.levels().subspan(1)) {
      if (random.chance(30)) continue;
      thread.place +=
          format("{}{} {}", thread.place.empty() ? "" : ", ", level,
                 thread.is_family() && random.chance(30) ? thread.index : random.pick({"0", "1"}));
    }
  }
}

}  // namespace

GeneratedProgram generate(std::uint64_t seed, const GeneratorOptions& options) {
  GeneratedProgram program = ProgramGenerator(seed, options).run();
  if (options.chances.scope > 0) {
    add_scopes(program, options.chances.scope, Random(seed + options.chances.scope));
  }
  return program;
}

}  // namespace drover::oracle
