#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/generated_program.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/random.h"

namespace drover::oracle {

// Names with a meaning for the generator.
inline constexpr std::string_view LockName = "m";       // the lock variable
inline constexpr std::string_view HeadName = "q";       // the cell that publishes heap objects
inline constexpr std::string_view StructName = "Node";  // { value; next; }
// Parameters and registers that hold addresses begin with this letter.
inline constexpr char PointerPrefix = 'p';

enum class CodeRole : std::uint8_t { Init, Worker, Final, Function };

// Names that code at some place of a block may use.
struct Scope {
  CodeRole role = CodeRole::Worker;
  std::vector<std::string> registers;  // registers with integers, assigned earlier
  std::vector<std::string> pointers;   // registers with addresses of atomic shared cells
  std::vector<std::string> constants;
  std::string family_index;  // empty outside families
  std::int64_t family_last = 0;
  int next_register = 0;
  int next_counter = 0;
  int next_pointer = 0;
  int nesting = 0;
  int loops = 0;  // loops around this place
  int next_label = 0;
  std::vector<std::string> labels;       // of blocks and loops around this place
  std::vector<std::string> loop_labels;  // of loops
  bool may_jump = true;
};

// Writes statements for a program whose declarations exist. Short-lived: holds references.
class CodeGenerator {
 public:
  CodeGenerator(const GeneratedProgram& program, const GeneratorOptions& options, Random& random);

  // Returns one to `statements` statements with at most `events` memory events.
  Block block(Scope& scope, int statements, std::size_t events);
  Expr value(const Scope& scope, int depth);
  Expr dependent(const Scope& scope);

 private:
  struct Place {
    Expr expr;
    CellKind kind = CellKind::Atomic;
  };
  using Maker = Block (CodeGenerator::*)(Scope&, std::size_t);
  struct Choice {
    int weight = 0;
    Maker make = nullptr;
  };

  void add_choices();
  Block statement(Scope& scope, std::size_t events);

  // One function per kind of statement. An empty result means that it cannot stand here.
  Block load(Scope& scope, std::size_t events);
  Block store(Scope& scope, std::size_t events);
  Block rmw(Scope& scope, std::size_t events);
  Block addition(Scope& scope, std::size_t events);
  Block exchange(Scope& scope, std::size_t events);
  Block choice(Scope& scope, std::size_t events);
  Block retry(Scope& scope, std::size_t events);
  Block retry_on_heap(Scope& scope);
  Block cas(Scope& scope, std::size_t events);
  Block await(Scope& scope, std::size_t events);
  Expr await_exchange(const Scope& scope);
  Block fence(Scope& scope, std::size_t events);
  Block compute(Scope& scope, std::size_t events);
  Block branch(Scope& scope, std::size_t events);
  Block loop(Scope& scope, std::size_t events);
  Block spin(Scope& scope, std::size_t events);
  Block call(Scope& scope, std::size_t events);
  Block critical(Scope& scope, std::size_t events);
  Block assume(Scope& scope, std::size_t events);
  Block read_and_assume(Scope& scope);
  Block assertion(Scope& scope, std::size_t events);
  Block stop(Scope& scope, std::size_t events);
  Block jump(Scope& scope, std::size_t events);
  Block labelled(Scope& scope, std::size_t events);
  Block pointer(Scope& scope, std::size_t events);
  Block heap(Scope& scope, std::size_t events);
  Block publish(Scope& scope);
  Block consume(Scope& scope);

  Block inner_block(Scope& scope, std::size_t events);
  Block result_of(Scope& scope, Expr expr);
  Stmt store_to(Expr place, Expr value, Mode mode);
  Stmt assign_new(Scope& scope, Expr value);
  static std::string new_pointer(Scope& scope);

  Expr arithmetic(const Scope& scope, int depth);
  Expr condition(const Scope& scope);
  Expr comparison(const Scope& scope);
  Expr operand(const Scope& scope);
  Expr load_of(const Place& place);
  Expr address(const Scope& scope);
  Place atomic_place(const Scope& scope);
  Place any_place(const Scope& scope);
  Expr place_in(const SharedDecl& decl, const Scope& scope);

  Mode load_mode(CellKind kind);
  Mode store_mode(CellKind kind);
  Mode rmw_mode();
  bool is_relaxed();
  Annotation annotation();

  const GeneratedProgram& program_;
  const GeneratorOptions& options_;
  Random& random_;
  std::vector<Choice> choices_;
  std::vector<int> weights_;  // of choices_
};

}  // namespace drover::oracle
