#include "tests/oracle/generate_code.h"

#include <algorithm>
#include <utility>

// The compiler chooses the order in which the arguments of a call are evaluated. So that programs
// do not depend on it, at most one argument of a call below draws random numbers.

namespace drover::oracle {
namespace {

constexpr int Tries = 10;  // attempts to find a statement that fits

void append(Block& to, Block more) {
  for (Stmt& stmt : more) to.push_back(std::move(stmt));
}

bool is_general(const SharedDecl& decl) { return decl.name != LockName && decl.name != HeadName; }

Expr register_value(std::string name) { return named(ExprKind::Register, std::move(name)); }

Expr binary(std::string op, Expr left, Expr right) {
  return make_expr(ExprKind::Binary, std::move(op), {std::move(left), std::move(right)});
}

}  // namespace

CodeGenerator::CodeGenerator(const GeneratedProgram& program, const GeneratorOptions& options,
                             Random& random)
    : program_(program), options_(options), random_(random) {
  add_choices();
  for (const Choice& choice : choices_) {
    weights_.push_back(random_.chance(options_.chances.swarm) ? 0 : choice.weight);
  }
  weights_[0] = choices_[0].weight;
  weights_[1] = choices_[1].weight;
}

void CodeGenerator::add_choices() {
  const StatementWeights& weights = options_.weights;
  choices_ = {
      {weights.load, &CodeGenerator::load},        {weights.store, &CodeGenerator::store},
      {weights.rmw, &CodeGenerator::rmw},          {weights.cas, &CodeGenerator::cas},
      {weights.await, &CodeGenerator::await},      {weights.fence, &CodeGenerator::fence},
      {weights.compute, &CodeGenerator::compute},  {weights.branch, &CodeGenerator::branch},
      {weights.loop, &CodeGenerator::loop},        {weights.spin, &CodeGenerator::spin},
      {weights.call, &CodeGenerator::call},        {weights.critical, &CodeGenerator::critical},
      {weights.assume, &CodeGenerator::assume},    {weights.assertion, &CodeGenerator::assertion},
      {weights.stop, &CodeGenerator::stop},        {weights.jump, &CodeGenerator::jump},
      {weights.pointer, &CodeGenerator::pointer},  {weights.heap, &CodeGenerator::heap},
      {weights.labelled, &CodeGenerator::labelled}};
  // Kinds with weight 0 are left out, so that other profiles keep their programs.
  if (weights.addition > 0) choices_.push_back({weights.addition, &CodeGenerator::addition});
  if (weights.exchange > 0) choices_.push_back({weights.exchange, &CodeGenerator::exchange});
  if (weights.choice > 0) choices_.push_back({weights.choice, &CodeGenerator::choice});
  if (weights.retry > 0) choices_.push_back({weights.retry, &CodeGenerator::retry});
}

// ---- Blocks ---------------------------------------------------------------------

Block CodeGenerator::block(Scope& scope, int statements, std::size_t events) {
  Block result;
  for (int i = 0; i < statements; ++i) {
    Block more = statement(scope, events);
    events -= max_events(more, program_.functions);
    append(result, std::move(more));
  }
  if (result.empty()) result.push_back(assign_new(scope, value(scope, 1)));
  return result;
}

Block CodeGenerator::statement(Scope& scope, std::size_t events) {
  for (int i = 0; i < Tries; ++i) {
    Scope tried = scope;
    const Maker make = choices_[random_.weighted(weights_)].make;
    Block result = (this->*make)(tried, events);
    if (result.empty() || max_events(result, program_.functions) > events) continue;
    scope = std::move(tried);
    return result;
  }
  return {};
}

Block CodeGenerator::inner_block(Scope& scope, std::size_t events) {
  const std::vector<std::string> pointers = scope.pointers;
  ++scope.nesting;
  Block result = block(scope, random_.between(1, options_.max_block), events);
  --scope.nesting;
  scope.pointers = pointers;  // pointers of the block are 0 if it was not run
  return result;
}

Stmt CodeGenerator::assign_new(Scope& scope, Expr value) {
  const bool reuse = !scope.registers.empty() && random_.chance(15);
  std::string name = reuse ? random_.pick(scope.registers) : "";
  if (name.empty() || name.front() != 'r') {
    name = "r" + std::to_string(scope.next_register++);
    scope.registers.push_back(name);
  }
  return make_stmt(StmtKind::Assign, name, {std::move(value)});
}

std::string CodeGenerator::new_pointer(Scope& scope) {
  return PointerPrefix + std::to_string(scope.next_pointer++);
}

// Uses an expression with effects as a statement, in an assignment, or in a condition.
Block CodeGenerator::result_of(Scope& scope, Expr expr) {
  if (random_.chance(20)) return {make_stmt(StmtKind::Evaluate, {}, {std::move(expr)})};
  if (random_.chance(15)) {
    const std::string op = random_.pick({"+", "==", "^", "-"});
    return {assign_new(scope, binary(op, std::move(expr), value(scope, 0)))};
  }
  return {assign_new(scope, std::move(expr))};
}

// ---- Accesses -------------------------------------------------------------------

Block CodeGenerator::load(Scope& scope, std::size_t /*events*/) {
  return {assign_new(scope, load_of(any_place(scope)))};
}

Stmt CodeGenerator::store_to(Expr place, Expr value, Mode mode) {
  Stmt result = make_stmt(StmtKind::Store, {}, {std::move(place), std::move(value)}, mode);
  if (random_.chance(25)) result.spelling = Spelling::Call;
  return result;
}

Block CodeGenerator::store(Scope& scope, std::size_t /*events*/) {
  if (scope.role == CodeRole::Final) return {};
  const Place place = any_place(scope);
  const Expr stored = random_.chance(65) ? number(random_.between(1, 3)) : value(scope, 0);
  return {store_to(place.expr, stored, store_mode(place.kind))};
}

Block CodeGenerator::rmw(Scope& scope, std::size_t /*events*/) {
  static constexpr std::string_view Names[] = {"xchg", "faa", "faa", "fas", "fand", "for", "fxor"};
  const Expr operand = random_.chance(75) ? number(random_.between(1, 3)) : value(scope, 0);
  Expr expr = named(ExprKind::Rmw, std::string(random_.pick(Names)));
  expr.operands = {atomic_place(scope).expr, operand};
  expr.mode = rmw_mode();
  return result_of(scope, std::move(expr));
}

Block CodeGenerator::addition(Scope& scope, std::size_t /*events*/) {
  Expr expr = named(ExprKind::Rmw, random_.chance(80) ? "faa" : "fas");
  expr.operands = {atomic_place(scope).expr, number(random_.between(1, 2))};
  expr.mode = rmw_mode();
  return {make_stmt(StmtKind::Evaluate, {}, {std::move(expr)})};
}

Block CodeGenerator::exchange(Scope& scope, std::size_t /*events*/) {
  const Expr expected = number(random_.between(0, options_.max_awaited));
  const Expr desired = number(random_.between(0, 2));
  return {make_stmt(StmtKind::Assume, {},
                    {make_expr(ExprKind::Cas, "cas", {atomic_place(scope).expr, expected, desired},
                               rmw_mode())})};
}

// One iteration of a retry loop. An iteration that fails blocks instead of trying again.
Block CodeGenerator::retry(Scope& scope, std::size_t /*events*/) {
  if (scope.role == CodeRole::Init || scope.role == CodeRole::Final) return {};
  if (!program_.structs.empty() && scope.role != CodeRole::Function && random_.chance(30)) {
    return retry_on_heap(scope);
  }
  const Place place = atomic_place(scope);
  const Place other = atomic_place(scope);
  const Stmt halt = make_stmt(StmtKind::Block);
  Block result;
  const auto read = [&](const Place& from) {
    result.push_back(assign_new(scope, load_of(from)));
    return register_value(result.back().name);
  };
  const int shape = random_.between(0, 5);
  if (shape == 0) {  // a second read confirms the first, perhaps with another read in between
    const Expr first = read(place);
    if (random_.chance(50)) read(other);
    if (random_.chance(30)) result.push_back(make_if(binary("==", first, number(1)), {halt}));
    const Expr second = read(place);
    result.push_back(make_if(binary("!=", first, second), {halt}));
  } else if (shape == 1) {  // a compare-and-swap confirms the read
    const Expr first = read(place);
    if (random_.chance(40)) read(other);
    const Expr desired = binary("+", first, number(1));
    const Expr swap = make_expr(ExprKind::Cas, "cas", {place.expr, first, desired}, rmw_mode());
    result.push_back(make_stmt(StmtKind::Assume, {}, {swap}));
  } else if (shape == 2) {  // a compare-and-swap that may fail, and blocks for some values only
    const Expr expected = number(random_.between(0, 1));
    const Expr desired = number(random_.between(1, 3));
    result.push_back(assign_new(
        scope, make_expr(ExprKind::Cas, "cmpxchg", {place.expr, expected, desired}, rmw_mode())));
    const Expr seen = register_value(result.back().name);
    result.push_back(make_if(binary(">", seen, number(1)), {halt}));
  } else if (shape == 3) {  // a comparison of two locations
    const Expr first = read(place);
    const Expr second = read(other);
    const std::string op = random_.pick({"==", "!=", "<", ">="});
    result.push_back(make_if(binary(op, first, second), {halt}));
  } else if (shape == 4) {  // the value of one location decides which value of the other blocks
    const Expr first = read(place);
    const Expr second = read(other);
    const Expr is_bad = binary("==", second, number(random_.between(0, 1)));
    result.push_back(make_if(binary("&&", binary("==", first, number(0)), is_bad), {halt}));
  } else {  // the decision is known before the second read
    const Expr first = read(place);
    read(other);
    if (random_.chance(30)) result.push_back(make_stmt(StmtKind::Fence, {}, {}, Mode::Sc));
    result.push_back(make_if(binary("!=", first, number(random_.between(0, 1))), {halt}));
  }
  return result;
}

// Reads a field of the object that `head` points to, and perhaps checks that `head` is unchanged.
Block CodeGenerator::retry_on_heap(Scope& scope) {
  const FieldDecl& field = random_.pick(program_.structs[0].fields);
  const std::string name = new_pointer(scope);
  const Expr head = named(ExprKind::Cell, std::string(HeadName));
  const Stmt halt = make_stmt(StmtKind::Block);
  Block result = {make_stmt(StmtKind::Assign, name, {load_of({head, CellKind::Atomic})})};
  const Expr object = register_value(name);
  result.push_back(make_if(binary("==", object, number(0)), {halt}));
  result.push_back(
      assign_new(scope, load_of({make_expr(ExprKind::Field, field.name, {object}), field.kind})));
  const Expr seen = register_value(result.back().name);
  if (random_.chance(50)) {
    result.push_back(make_if(binary(random_.pick({"==", "!="}), seen, number(1)), {halt}));
  }
  if (random_.chance(50)) {
    result.push_back(assign_new(scope, load_of({head, CellKind::Atomic})));
    const Expr again = register_value(result.back().name);
    result.push_back(make_if(binary("!=", object, again), {halt}));
  }
  return result;
}

Block CodeGenerator::cas(Scope& scope, std::size_t events) {
  const Expr expected = random_.chance(75) ? number(random_.between(0, 1)) : value(scope, 0);
  const Expr desired = random_.chance(75) ? number(random_.between(1, 3)) : value(scope, 0);
  Expr expr = named(ExprKind::Cas, random_.chance(60) ? "cas" : "cmpxchg");
  expr.operands = {atomic_place(scope).expr, expected, desired};
  expr.mode = rmw_mode();
  if (expr.mode != Mode::Plain && random_.chance(50)) {
    expr.failure_mode = random_.pick({Mode::Rlx, Mode::Acq, Mode::Sc});
  }
  if (expr.name == "cas") expr.annotation = annotation();
  if (expr.annotation != Annotation::None) return {make_stmt(StmtKind::Evaluate, {}, {expr})};
  if (scope.nesting < options_.max_nesting && random_.chance(20)) {
    return {make_if(expr, inner_block(scope, events > 2 ? events - 2 : 0))};
  }
  return result_of(scope, expr);
}

Block CodeGenerator::await(Scope& scope, std::size_t /*events*/) {
  if (scope.role == CodeRole::Init || scope.role == CodeRole::Final) return {};
  if (options_.weights.rmw > 0 && random_.chance(35)) {
    return result_of(scope, await_exchange(scope));
  }
  const std::string op = random_.pick({"==", "!=", ">", ">=", "<"});
  const Expr bound = random_.chance(85)
                         ? number(op == "<" ? 2 : random_.between(0, options_.max_awaited))
                         : value(scope, 0);
  Expr expr = make_expr(ExprKind::Await, op, {atomic_place(scope).expr, bound});
  expr.mode = load_mode(CellKind::Atomic);
  if (op == "==" && random_.chance(20)) expr.operands.push_back(number(3));
  expr.is_assumed = random_.chance(20);
  return result_of(scope, std::move(expr));
}

Expr CodeGenerator::await_exchange(const Scope& scope) {
  const std::string op = random_.pick({"==", "==", "!=", ">", ">=", "<"});
  const Expr bound =
      random_.chance(85) ? number(op == "<" ? 2 : random_.between(0, 1)) : value(scope, 0);
  const Expr desired = random_.chance(75) ? number(random_.between(-1, 3)) : value(scope, 0);
  Expr expr = make_expr(ExprKind::AwaitExchange, op, {atomic_place(scope).expr, bound, desired});
  expr.value = random_.between(0, 1);
  expr.is_assumed = random_.chance(20);
  expr.mode = rmw_mode();
  if (expr.mode != Mode::Plain && random_.chance(50)) {
    expr.failure_mode = random_.pick({Mode::Rlx, Mode::Acq, Mode::Sc});
  }
  return expr;
}

Block CodeGenerator::fence(Scope& /*scope*/, std::size_t events) {
  if (events == 0) return {};  // no event would come after the fence
  return {make_stmt(StmtKind::Fence, {}, {},
                    random_.pick({Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc, Mode::Sc}))};
}

Block CodeGenerator::critical(Scope& scope, std::size_t events) {
  const bool has_lock = std::ranges::any_of(
      program_.shared, [](const SharedDecl& decl) { return decl.name == LockName; });
  if (!has_lock || scope.role != CodeRole::Worker || events < 3 || !scope.may_jump) return {};
  Stmt result = make_stmt(StmtKind::Critical, std::string(LockName));
  scope.may_jump = false;  // no jump leaves the critical section, and it has no second lock
  result.blocks = {inner_block(scope, events - 3)};
  scope.may_jump = true;
  return {result};
}

// ---- Heap and pointers ----------------------------------------------------------

Block CodeGenerator::pointer(Scope& scope, std::size_t /*events*/) {
  const Expr target = address(scope);
  const std::string name = new_pointer(scope);
  scope.pointers.push_back(name);
  return {make_stmt(StmtKind::Assign, name, {target})};
}

Block CodeGenerator::heap(Scope& scope, std::size_t /*events*/) {
  if (program_.structs.empty() || scope.role == CodeRole::Function) return {};
  if (scope.role == CodeRole::Final) return consume(scope);
  if (scope.role == CodeRole::Init) return publish(scope);
  return random_.chance(50) ? publish(scope) : consume(scope);
}

Block CodeGenerator::publish(Scope& scope) {
  const FieldDecl& field = random_.pick(program_.structs[0].fields);
  const std::string name = new_pointer(scope);
  const bool by_size = random_.chance(25);
  Block result;
  const Expr object = by_size ? make_expr(ExprKind::Alloc, {}, {number(2)})
                              : named(ExprKind::Alloc, std::string(StructName));
  result.push_back(make_stmt(StmtKind::Assign, name, {object}));
  if (by_size) {
    const Expr second = binary("+", register_value(name), number(1));
    const Expr at = random_.chance(50) ? register_value(name) : second;
    result.push_back(
        store_to(make_expr(ExprKind::Deref, {}, {at}), number(1), store_mode(CellKind::Atomic)));
  } else {
    const Expr stored = value(scope, 0);
    result.push_back(store_to(make_expr(ExprKind::Field, field.name, {register_value(name)}),
                              stored, store_mode(field.kind)));
  }
  const Expr head = named(ExprKind::Cell, std::string(HeadName));
  if (random_.chance(25)) {
    result.push_back(make_stmt(
        StmtKind::Evaluate, {},
        {make_expr(ExprKind::Cas, "cas", {head, number(0), register_value(name)}, rmw_mode())}));
  } else {
    result.push_back(store_to(head, register_value(name), store_mode(CellKind::Atomic)));
  }
  return result;
}

Block CodeGenerator::consume(Scope& scope) {
  const FieldDecl& field = random_.pick(program_.structs[0].fields);
  const std::string name = new_pointer(scope);
  const Expr head = named(ExprKind::Cell, std::string(HeadName));
  Block result = {make_stmt(StmtKind::Assign, name, {load_of({head, CellKind::Atomic})})};
  const Expr place = make_expr(ExprKind::Field, field.name, {register_value(name)});
  Block use;
  if (random_.chance(25)) {
    const Expr stored = number(random_.between(1, 3));
    use = {store_to(place, stored, store_mode(field.kind))};
  } else {
    use = {assign_new(scope, load_of({place, field.kind}))};
  }
  if (random_.chance(25)) {
    use.push_back(make_stmt(StmtKind::Free, {}, {register_value(name)}));
  }
  if (random_.chance(10)) {  // without a check for null
    append(result, use);
  } else {
    result.push_back(make_if(binary("!=", register_value(name), number(0)), use));
  }
  return result;
}

// ---- Local statements and control flow ------------------------------------------

Block CodeGenerator::compute(Scope& scope, std::size_t /*events*/) {
  return {assign_new(scope, arithmetic(scope, 1))};
}

Block CodeGenerator::choice(Scope& scope, std::size_t /*events*/) {
  Expr expr;
  expr.kind = ExprKind::Choose;
  expr.value = random_.chance(80) ? 2 : 3;
  return {assign_new(scope, std::move(expr))};
}

Block CodeGenerator::branch(Scope& scope, std::size_t events) {
  if (scope.nesting >= options_.max_nesting) return {};
  Expr test = condition(scope);
  Stmt result = make_if(std::move(test), inner_block(scope, events));
  if (random_.chance(40)) result.blocks[1] = inner_block(scope, events);
  return {result};
}

Block CodeGenerator::loop(Scope& scope, std::size_t events) {
  if (scope.nesting >= options_.max_nesting || scope.loops > 0) return {};
  Stmt result = make_stmt(StmtKind::Loop, "k" + std::to_string(scope.next_counter++));
  result.form = random_.pick({LoopForm::While, LoopForm::Do, LoopForm::For});
  result.bound = random_.between(1, 2);
  if (random_.chance(40)) result.operands.push_back(condition(scope));
  if (random_.chance(30)) result.guard_place = GuardPlace::AfterCounter;
  scope.registers.push_back(result.name);
  ++scope.loops;
  if (random_.chance(30)) {
    result.label = "L" + std::to_string(scope.next_label++);
    scope.labels.push_back(result.label);
    scope.loop_labels.push_back(result.label);
  }
  result.blocks = {inner_block(scope, events / static_cast<std::size_t>(result.bound))};
  if (!result.label.empty()) {
    scope.labels.pop_back();
    scope.loop_labels.pop_back();
  }
  --scope.loops;
  return {result};
}

Block CodeGenerator::labelled(Scope& scope, std::size_t events) {
  if (scope.nesting >= options_.max_nesting) return {};
  Stmt result = make_stmt(StmtKind::Labelled, "L" + std::to_string(scope.next_label++));
  const Expr test = condition(scope);
  scope.labels.push_back(result.name);
  Block inside = inner_block(scope, events);
  // Adds a break at a random place: a label without a break tests nothing.
  if (scope.may_jump) {
    const Stmt leave = make_stmt(StmtKind::Break, result.name);
    const auto at = random_.between(0, static_cast<int>(inside.size()));
    inside.insert(inside.begin() + at, make_if(test, {leave}));
  }
  result.blocks = {inside};
  scope.labels.pop_back();
  return {result};
}

Block CodeGenerator::spin(Scope& scope, std::size_t /*events*/) {
  if (scope.role != CodeRole::Worker || scope.loops > 0) return {};
  Stmt result = make_stmt(StmtKind::Loop);
  result.blocks = {{}};
  const Expr load = load_of(atomic_place(scope));
  const std::string op = random_.pick({"==", "!="});
  const Expr awaited = number(random_.between(0, 1));
  // The same read before the loop and in it. Its result may be counted and is not used.
  if (random_.chance(30)) {
    const Expr swap = make_expr(ExprKind::Cas, "cmpxchg",
                                {atomic_place(scope).expr, awaited, number(1)}, rmw_mode());
    const Stmt first = assign_new(scope, random_.chance(70) ? swap : load);
    result.operands = {binary("!=", register_value(first.name), awaited)};
    result.blocks = {{first}};
    return {first, result};
  }
  if (random_.chance(50)) {
    result.operands = {binary(op, load, awaited)};
    if (random_.chance(30)) {
      const Stmt count = assign_new(scope, number(0));
      result.blocks = {{make_stmt(StmtKind::Assign, count.name,
                                  {binary("+", register_value(count.name), number(1))})}};
      return {count, result};
    }
    return {result};
  }
  result.form = LoopForm::Do;
  const Stmt read = assign_new(scope, load);
  result.blocks = {{read}};
  result.operands = {binary(op, register_value(read.name), awaited)};
  return {result};
}

Block CodeGenerator::call(Scope& scope, std::size_t /*events*/) {
  if (program_.functions.empty()) return {};
  const FunctionDecl& function = random_.pick(program_.functions);
  Expr expr = named(ExprKind::Call, function.name);
  for (const std::string& parameter : function.parameters) {
    expr.operands.push_back(parameter.front() == PointerPrefix ? address(scope) : value(scope, 0));
  }
  expr.annotation = annotation();
  if (expr.annotation != Annotation::None) {
    return {make_stmt(StmtKind::Evaluate, {}, {std::move(expr)})};
  }
  if (!returns_value(function.body)) return {make_stmt(StmtKind::Evaluate, {}, {std::move(expr)})};
  return result_of(scope, std::move(expr));
}

Block CodeGenerator::assume(Scope& scope, std::size_t /*events*/) {
  if (scope.role == CodeRole::Init || scope.role == CodeRole::Final) return {};
  if (random_.chance(60)) return read_and_assume(scope);
  return {make_stmt(StmtKind::Assume, {}, {condition(scope)})};
}

// Patterns that the await pass recognises, and similar ones.
Block CodeGenerator::read_and_assume(Scope& scope) {
  const Place place = atomic_place(scope);
  const Expr small = number(random_.between(0, 2));
  Expr read = load_of(place);
  const int shape = random_.between(0, 5);
  if (options_.weights.cas > 0 && (shape == 1 || shape == 2)) {
    const std::string word = shape == 1 ? "cas" : "cmpxchg";
    const Expr desired = number(random_.between(0, 3));
    read = make_expr(ExprKind::Cas, word, {place.expr, small, desired}, rmw_mode());
  } else if (options_.weights.rmw > 0 && shape == 3) {
    const std::string word = random_.pick({"xchg", "xchg", "for", "fand", "faa"});
    const Expr operand = number(random_.between(0, 1));
    read = make_expr(ExprKind::Rmw, word, {place.expr, operand}, rmw_mode());
  }
  Block result = {assign_new(scope, read)};
  Expr seen = register_value(result[0].name);
  if (random_.chance(25)) {
    result.push_back(assign_new(scope, binary("+", seen, number(1))));
    seen = register_value(result[1].name);
  }
  const std::string op = random_.pick({"==", "==", "!=", "<", ">="});
  Expr test = binary(op, seen, shape == 2 ? small : number(random_.between(0, 2)));
  if (random_.chance(20)) test = seen;
  if (random_.chance(15)) test = make_expr(ExprKind::Unary, "!", {test});
  if (random_.chance(20)) {
    const std::string joint = random_.pick({"&&", "||"});
    test = binary(joint, test, comparison(scope));
  }
  if (random_.chance(25)) {
    const Stmt halt = random_.chance(50) ? make_stmt(StmtKind::Block)
                                         : make_stmt(StmtKind::Assume, {}, {number(0)});
    result.push_back(make_if(test, {halt}));
  } else {
    result.push_back(make_stmt(StmtKind::Assume, {}, {test}));
  }
  return result;
}

Block CodeGenerator::assertion(Scope& scope, std::size_t /*events*/) {
  const std::string why = random_.chance(30) ? "why" : "";
  if (scope.registers.empty() || random_.chance(options_.chances.failing_assertion)) {
    return {make_stmt(StmtKind::Assert, why, {condition(scope)})};
  }
  const Expr left = register_value(random_.pick(scope.registers));
  const Expr mostly = random_.chance(50) ? binary(">=", left, number(-9))
                                         : binary("!=", left, number(random_.between(7, 9)));
  return {make_stmt(StmtKind::Assert, why, {mostly})};
}

Block CodeGenerator::stop(Scope& scope, std::size_t /*events*/) {
  if (scope.role == CodeRole::Init || scope.role == CodeRole::Final) return {};
  const Stmt halt = make_stmt(random_.chance(50) ? StmtKind::Error : StmtKind::Block);
  if (scope.nesting > 0 && random_.chance(20)) return {halt};
  return {make_if(condition(scope), {halt})};
}

Block CodeGenerator::jump(Scope& scope, std::size_t /*events*/) {
  if (!scope.may_jump) return {};
  Stmt stmt = make_stmt(StmtKind::Return);
  if (!scope.labels.empty() && random_.chance(60)) {
    stmt.kind = StmtKind::Break;
    stmt.name = random_.pick(scope.labels);
    if (!scope.loop_labels.empty() && random_.chance(50)) {
      stmt.kind = StmtKind::Continue;
      stmt.name = random_.pick(scope.loop_labels);
    }
  } else if (scope.loops > 0 && random_.chance(80)) {
    stmt.kind = random_.pick({StmtKind::Break, StmtKind::Continue});
  } else if (scope.role == CodeRole::Function) {
    stmt.operands = {value(scope, 0)};
  }
  if (scope.nesting > 0 && random_.chance(20)) return {stmt};
  return {make_if(condition(scope), {stmt})};
}

// ---- Expressions ----------------------------------------------------------------

// A value that depends on a register syntactically; it may be constant.
Expr CodeGenerator::dependent(const Scope& scope) {
  const Expr from = register_value(random_.pick(scope.registers));
  const Expr fixed = number(random_.between(0, 2));
  switch (random_.between(0, 4)) {
    case 0: return binary("+", binary("*", from, number(0)), fixed);
    case 1: return binary("+", binary("^", from, from), fixed);
    case 2: return binary("&", from, number(1));
    case 3: return binary("+", from, number(1));
    default: return from;
  }
}

Expr CodeGenerator::value(const Scope& scope, int depth) {
  if (options_.chances.dependency > 0 && !scope.registers.empty() &&
      random_.chance(options_.chances.dependency)) {
    return dependent(scope);
  }
  if (depth > 0 && random_.chance(50)) return arithmetic(scope, depth - 1);
  if (!scope.constants.empty() && random_.chance(35)) {
    return named(ExprKind::Constant, random_.pick(scope.constants));
  }
  if (!scope.registers.empty() && random_.chance(50)) {
    return register_value(random_.pick(scope.registers));
  }
  return number(random_.between(0, 3));
}

Expr CodeGenerator::arithmetic(const Scope& scope, int depth) {
  const Expr left =
      random_.chance(options_.chances.memory_in_expression) ? operand(scope) : value(scope, depth);
  const int shape = random_.between(0, 9);
  if (shape == 0) return make_expr(ExprKind::Unary, random_.pick({"-", "!", "~"}), {left});
  if (shape == 1) {
    return make_expr(ExprKind::Conditional, {},
                     {comparison(scope), value(scope, depth), value(scope, depth)});
  }
  if (shape == 2) {
    const std::string op = random_.pick({"/", "%", "<<", ">>"});
    const bool risky = random_.chance(options_.chances.risky_arithmetic);
    if (!risky || scope.registers.empty()) return binary(op, left, number(random_.between(1, 2)));
    return binary(op, left, register_value(random_.pick(scope.registers)));
  }
  if (shape == 3) return condition(scope);
  const std::string op = random_.pick({"+", "+", "-", "*", "&", "|", "^", "==", "!=", "<", ">="});
  return binary(op, left, value(scope, depth));
}

Expr CodeGenerator::condition(const Scope& scope) {
  const Expr first = comparison(scope);
  if (random_.chance(70)) return first;
  if (random_.chance(15)) return make_expr(ExprKind::Unary, "!", {first});
  const std::string op = random_.pick({"&&", "||"});
  return binary(op, first, comparison(scope));
}

Expr CodeGenerator::comparison(const Scope& scope) {
  const std::string op = random_.pick({"==", "==", "!=", "!=", "<", "<=", ">", ">="});
  const bool memory =
      scope.registers.empty() || random_.chance(options_.chances.memory_in_expression);
  const Expr left = memory ? operand(scope) : register_value(random_.pick(scope.registers));
  return binary(op, left, random_.chance(80) ? number(random_.between(0, 2)) : value(scope, 1));
}

// A load, if expressions may contain loads.
Expr CodeGenerator::operand(const Scope& scope) {
  if (options_.chances.memory_in_expression == 0) return value(scope, 0);
  return load_of(any_place(scope));
}

Expr CodeGenerator::load_of(const Place& place) {
  Expr result = make_expr(ExprKind::Load, {}, {place.expr}, load_mode(place.kind));
  if (random_.chance(25)) result.spelling = Spelling::Call;
  return result;
}

// ---- Places and modes -----------------------------------------------------------

Expr CodeGenerator::place_in(const SharedDecl& decl, const Scope& scope) {
  if (decl.size.empty()) return named(ExprKind::Cell, decl.name);
  Expr index = number(random_.between(0, 1));
  if (!scope.registers.empty() && random_.chance(40)) {
    index = binary("&", register_value(random_.pick(scope.registers)), number(1));
  }
  if (!scope.family_index.empty() && random_.chance(50)) {
    index = named(ExprKind::Constant, scope.family_index);
    if (scope.family_last > 1) index = binary("&", std::move(index), number(1));
  }
  return make_expr(ExprKind::Element, decl.name, {std::move(index)});
}

CodeGenerator::Place CodeGenerator::any_place(const Scope& scope) {
  std::vector<const SharedDecl*> non_atomic;
  for (const SharedDecl& decl : program_.shared) {
    if (decl.kind == CellKind::NonAtomic) non_atomic.push_back(&decl);
  }
  if (non_atomic.empty() || !random_.chance(35)) return atomic_place(scope);
  return {place_in(*random_.pick(non_atomic), scope), CellKind::NonAtomic};
}

CodeGenerator::Place CodeGenerator::atomic_place(const Scope& scope) {
  if (!scope.pointers.empty() && random_.chance(40)) {
    return {make_expr(ExprKind::Deref, {}, {register_value(random_.pick(scope.pointers))}),
            CellKind::Atomic};
  }
  std::vector<const SharedDecl*> atomic;
  for (const SharedDecl& decl : program_.shared) {
    if (decl.kind == CellKind::Atomic && is_general(decl)) atomic.push_back(&decl);
  }
  return {place_in(*random_.pick(atomic), scope), CellKind::Atomic};
}

Expr CodeGenerator::address(const Scope& scope) {
  Scope without_pointers = scope;
  without_pointers.pointers.clear();
  return make_expr(ExprKind::AddressOf, {}, {atomic_place(without_pointers).expr});
}

Mode CodeGenerator::load_mode(CellKind kind) {
  if (is_relaxed() && kind == CellKind::Atomic) return Mode::Rlx;
  if (!random_.chance(options_.chances.mode)) return Mode::Plain;
  if (kind == CellKind::NonAtomic) return Mode::Na;
  return random_.pick({Mode::Rlx, Mode::Acq, Mode::Sc});
}

Mode CodeGenerator::store_mode(CellKind kind) {
  if (is_relaxed() && kind == CellKind::Atomic) return Mode::Rlx;
  if (!random_.chance(options_.chances.mode)) return Mode::Plain;
  if (kind == CellKind::NonAtomic) return Mode::Na;
  return random_.pick({Mode::Rlx, Mode::Rel, Mode::Sc});
}

bool CodeGenerator::is_relaxed() {
  return options_.chances.relaxed > 0 && random_.chance(options_.chances.relaxed);
}

Mode CodeGenerator::rmw_mode() {
  if (is_relaxed()) return Mode::Rlx;
  if (!random_.chance(options_.chances.mode)) return Mode::Plain;
  return random_.pick({Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc});
}

Annotation CodeGenerator::annotation() {
  if (!random_.chance(options_.chances.annotation)) return Annotation::None;
  return random_.pick({Annotation::Main, Annotation::Help});
}

}  // namespace drover::oracle
