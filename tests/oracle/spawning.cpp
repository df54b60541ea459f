#include "tests/oracle/spawning.h"

#include <string>
#include <utility>

namespace drover::oracle {

namespace {

// Names handles like pointers, which conditions do not mention.
std::string handle_register(std::size_t serial) { return "ph" + std::to_string(serial); }
std::string result_register(std::size_t serial) { return "j" + std::to_string(serial); }

Stmt assignment(std::string name, Expr value) {
  return make_stmt(StmtKind::Assign, std::move(name), {std::move(value)});
}
Stmt alone(Expr value) { return make_stmt(StmtKind::Evaluate, {}, {std::move(value)}); }
Expr join_of(std::string handle) {
  return make_expr(ExprKind::Join, {}, {named(ExprKind::Register, std::move(handle))});
}

// Returns the last register that the block assigns at its own level. Empty if there is none.
std::string last_register(const Block& block) {
  std::string found;
  for (const Stmt& stmt : block) {
    if (stmt.kind == StmtKind::Assign) found = stmt.name;
  }
  return found;
}

// Replaces the first stored number by the parameter.
bool use_parameter(Block& block, const std::string& parameter) {
  for (Stmt& stmt : block) {
    if (stmt.kind == StmtKind::Store && stmt.operands[1].kind == ExprKind::Number) {
      stmt.operands[1] = named(ExprKind::Register, parameter);
      return true;
    }
    for (Block& inner : stmt.blocks) {
      if (use_parameter(inner, parameter)) return true;
    }
  }
  return false;
}

class Spawner {
 public:
  Spawner(GeneratedProgram& program, Random& random) : program_(program), random_(random) {}

  void run() {
    std::vector<ThreadDecl> kept;
    std::vector<ThreadDecl> given;
    for (ThreadDecl& thread : program_.threads) {
      const bool is_last = &thread == &program_.threads.back();
      const bool stays = thread.is_family() || random_.chance(20) || (is_last && given.empty());
      (stays && !(is_last && given.empty() && !thread.is_family()) ? kept : given)
          .push_back(std::move(thread));
    }
    program_.threads = std::move(kept);
    for (ThreadDecl& thread : given) make_function(std::move(thread));
    if (functions_.empty()) return;
    add_spawner();
  }

 private:
  struct Spawned {
    std::string name;
    std::size_t parameters = 0;
    bool returns_handle = false;
  };

  // Makes a thread a function, which may spawn the previous function.
  void make_function(ThreadDecl thread) {
    FunctionDecl function;
    Spawned spawned;
    function.name = spawned.name = "s" + std::to_string(made_++);
    function.body = std::move(thread.body);
    if (random_.chance(60)) {
      if (use_parameter(function.body, "v0") || random_.chance(20)) {
        function.parameters.emplace_back("v0");
        spawned.parameters = 1;
      }
    }
    const std::string result = last_register(function.body);
    if (!functions_.empty() && random_.chance(25)) {
      const Spawned inner = functions_.back();
      functions_.pop_back();
      function.body.insert(function.body.begin(), assignment("ph", spawn_of(inner)));
      spawned.returns_handle = !inner.returns_handle && random_.chance(30);
      if (!spawned.returns_handle && random_.chance(70)) {
        function.body.push_back(alone(join_of("ph")));
      }
    }
    if (spawned.returns_handle) {
      function.body.push_back(make_stmt(StmtKind::Return, {}, {named(ExprKind::Register, "ph")}));
    } else if (!result.empty() && random_.chance(70)) {
      function.body.push_back(make_stmt(StmtKind::Return, {}, {named(ExprKind::Register, result)}));
    }
    program_.functions.push_back(std::move(function));
    functions_.push_back(std::move(spawned));
  }

  Expr argument() {
    if (random_.chance(50)) return number(random_.between(0, 3));
    for (const SharedDecl& decl : program_.shared) {
      const bool fits = decl.size.empty() && decl.kind == CellKind::Atomic && decl.name != "m";
      if (fits && random_.chance(60)) {
        return make_expr(ExprKind::Load, {}, {named(ExprKind::Cell, decl.name)});
      }
    }
    return number(1);
  }
  Expr spawn_of(const Spawned& spawned) {
    Expr spawn = named(ExprKind::Spawn, spawned.name);
    for (std::size_t i = 0; i < spawned.parameters; ++i) spawn.operands.push_back(argument());
    return spawn;
  }

  // Spawns the remaining functions from a new thread or from an existing one.
  void add_spawner() {
    if (program_.threads.empty() || random_.chance(60)) {
      ThreadDecl thread;
      thread.name = "M";
      program_.threads.push_back(std::move(thread));
    }
    ThreadDecl& spawner = program_.threads.back();
    if (spawner.is_family()) {
      ThreadDecl thread;
      thread.name = "M";
      program_.threads.push_back(std::move(thread));
    }
    Block& body = program_.threads.back().body;
    Block own = std::exchange(body, {});
    std::size_t taken = 0;
    const auto take_own = [&] {
      if (taken < own.size() && random_.chance(40)) body.push_back(std::move(own[taken++]));
    };
    Block joins;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      take_own();
      add_spawn(functions_[i], i, body, joins);
    }
    take_own();
    for (Stmt& join : joins) {
      body.push_back(std::move(join));
      take_own();
    }
    for (; taken < own.size(); ++taken) body.push_back(std::move(own[taken]));
  }

  void add_spawn(const Spawned& spawned, std::size_t serial, Block& body, Block& joins) {
    const std::string handle = handle_register(serial);
    if (functions_.size() == 1 && random_.chance(30)) {
      Stmt loop = make_stmt(StmtKind::Loop, "c9");
      loop.form = LoopForm::For;
      loop.bound = 2;
      loop.blocks.push_back({assignment(handle, spawn_of(spawned))});
      body.push_back(std::move(loop));
    } else if (random_.chance(15)) {
      Expr condition = make_expr(ExprKind::Binary, "==", {argument(), number(1)});
      Block then{assignment(handle, spawn_of(spawned))};
      if (random_.chance(60)) then.push_back(alone(join_of(handle)));
      body.push_back(make_if(std::move(condition), std::move(then)));
      return;
    } else if (functions_.size() < 3 && !spawned.returns_handle && random_.chance(35)) {
      add_twins(spawned, handle, body, joins);
      return;
    } else {
      body.push_back(assignment(handle, spawn_of(spawned)));
    }
    if (random_.chance(25)) return;  // no thread joins it
    add_join(spawned, serial, joins);
    if (random_.chance(4)) joins.push_back(alone(join_of(handle)));
    if (random_.chance(2)) joins.push_back(alone(make_expr(ExprKind::Join, {}, {number(1)})));
    if (joins.size() > 1 && random_.chance(30)) {
      std::swap(joins[joins.size() - 1], joins[joins.size() - 2]);
    }
  }

  // Spawns two threads with the same code, one right after the other.
  void add_twins(const Spawned& spawned, const std::string& handle, Block& body, Block& joins) {
    const Expr spawn = spawn_of(spawned);
    const std::string second = handle + "b";
    body.push_back(assignment(handle, spawn));
    body.push_back(assignment(second, spawn));
    if (random_.chance(30)) return;
    Block both{alone(join_of(handle)), alone(join_of(second))};
    if (random_.chance(10)) both.pop_back();
    joins.push_back(make_if(number(1), std::move(both)));
  }

  void add_join(const Spawned& spawned, std::size_t serial, Block& joins) {
    const std::string handle = handle_register(serial);
    if (spawned.returns_handle) {
      const std::string inner = handle + "i";
      joins.push_back(
          make_if(number(1), {assignment(inner, join_of(handle)), alone(join_of(inner))}));
    } else if (random_.chance(60)) {
      joins.push_back(assignment(result_register(serial), join_of(handle)));
    } else {
      joins.push_back(alone(join_of(handle)));
    }
  }

  GeneratedProgram& program_;
  Random& random_;
  std::vector<Spawned> functions_;  // functions that no thread spawns yet
  std::size_t made_ = 0;
};

}  // namespace

void spawn_threads(GeneratedProgram& program, Random& random) { Spawner(program, random).run(); }

GeneratedProgram with_main(GeneratedProgram program) {
  ThreadDecl main;
  main.name = "M";
  Block joins;
  std::size_t serial = 0;
  for (ThreadDecl& thread : program.threads) {
    FunctionDecl function;
    function.name = "s" + std::to_string(serial);
    function.body = std::move(thread.body);
    if (thread.is_family()) {
      function.parameters.push_back(thread.index);
      for_each_expr(function.body, [&](Expr& expr) {
        if (expr.kind == ExprKind::Constant && expr.name == thread.index) {
          expr.kind = ExprKind::Register;
        }
      });
    }
    for (std::int64_t i = thread.first; i <= thread.last; ++i, ++serial) {
      Expr spawn = named(ExprKind::Spawn, function.name);
      if (thread.is_family()) spawn.operands.push_back(number(i));
      main.body.push_back(assignment(handle_register(serial), std::move(spawn)));
      joins.push_back(alone(join_of(handle_register(serial))));
    }
    program.functions.push_back(std::move(function));
  }
  main.body.insert(main.body.end(), joins.begin(), joins.end());
  program.threads = {std::move(main)};
  program.conditions.clear();
  return program;
}

}  // namespace drover::oracle
