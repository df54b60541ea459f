#include "litmus/litmus_test.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/access_sizes.h"
#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/kernel/primitives.h"
#include "litmus/dialects/sections.h"
#include "litmus/parse_state.h"
#include "semantics/program/control_barriers.h"
#include "semantics/program/operands.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

std::string architecture_names() {
  return joined(all_dialects(), ", ",
                [](const Dialect* dialect) { return format("`{}`", dialect->architecture); });
}

// Gives the registers of states their names in the program.
class RegisterRenaming {
 public:
  RegisterRenaming(const Dialect& dialect, DiagnosticSink& sink) : dialect_(dialect), sink_(sink) {}

  void rename(Location& location) {
    if (!location.is_register) name_symbolic(location);
    if (!location.is_register) return;
    const auto known = dialect_.find_register(location.name);
    if (!known || !known->is_whole) {
      sink_
          .report(DiagnosticKind::LitmusOperands, location.range,
                  {format("unknown register `{}`", location.name)})
          .with_hint(dialect_.hint_on_register(location.name));
    }
    if (known) location.name = known->name;
  }

  void rename(FinalCondition& condition) {
    for (Location& location : condition.locations) rename_shown(location);
    const auto rename_atom = [&](Atom& atom) {
      rename_shown(atom.left);
      if (auto* other = std::get_if<Location>(&atom.right)) rename_shown(*other);
    };
    if (condition.filter) for_each_atom(*condition.filter, rename_atom);
    for_each_atom(condition.proposition, rename_atom);
  }

 private:
  void rename_shown(Location& location) {
    rename(location);
    if (!location.is_of_any_thread) return;
    sink_
        .report(DiagnosticKind::LitmusOperands, location.range,
                {format("`{}` may be a register of any thread", location.name)})
        .with_hint(format("say of which one, `0:{}`", location.name));
  }

  // `%P0_x` is a register of P0 without a machine name; `%x` is a register of the thread that uses
  // it.
  static void name_symbolic(Location& location) {
    const std::string& name = location.name;
    if (!name.starts_with('%') || name.size() == 1) return;
    location.is_register = true;
    location.is_of_any_thread = true;
    const std::size_t end = name.starts_with("%P") ? name.find_first_not_of("0123456789", 2) : 2;
    constexpr std::size_t MaxDigits = 3;
    if (end == 2 || end == std::string::npos || end > 2 + MaxDigits || name[end] != '_') return;
    location.thread = static_cast<std::uint32_t>(std::stoul(name.substr(2, end - 2)));
    location.is_of_any_thread = false;
  }

  const Dialect& dialect_;
  DiagnosticSink& sink_;
};

// Returns the shown items: the locations of the list and of the proposition, not of the filter.
// Registers come by thread, rank and name, then globals by name, then elements of arrays.
std::vector<ShownItem> shown_items(const FinalCondition& condition, const Dialect& dialect,
                                   Assembly& assembly) {
  std::vector<Location> all = condition.locations;
  for_each_atom(condition.proposition, [&](const Atom& atom) {
    all.push_back(atom.left);
    if (const auto* other = std::get_if<Location>(&atom.right)) all.push_back(*other);
  });
  const auto key = [&](const Location& location) {
    const auto known = location.is_register ? dialect.find_register(location.name) : std::nullopt;
    const int rank = known ? known->rank : 0;
    return std::tuple(!location.is_register, location.index.has_value(), location.thread, rank,
                      location.name, location.index.value_or(0));
  };
  std::ranges::sort(all, {}, key);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<ShownItem> items;
  items.reserve(all.size());
  for (const Location& location : all) {
    const bool is_array =
        !location.is_register && !location.index && assembly.is_array(location.name);
    items.push_back({location, is_array, assembly.observe(location)});
  }
  return items;
}

bool is_kernel(const SourceBuffer& source, Section program, const ReadingOptions& options) {
  if (kernel::find_word(source, program)) return true;
  const auto is_of_c = [](std::string_view word) {
    return find_primitive(word) != nullptr && kernel::find(word) == nullptr;
  };
  return options.assumes_kernel && !kernel::find_call(source, program, is_of_c);
}

// True for a diagnostic that a missing item of the initial state, which may set a register, causes.
bool may_follow_from_lost_init(DiagnosticKind kind) {
  return severity_of(kind) == Severity::Warning || kind == DiagnosticKind::LitmusNotAParameter;
}

// Which iterations of different threads belong together is not defined.
void refuse_barriers_in_loops(const Program& program, DiagnosticSink& sink) {
  for (const BarrierChoice& each : barrier_choices(program)) {
    if (!each.is_in_loop) continue;
    sink.report(DiagnosticKind::LitmusUnsupported,
                program.threads[each.thread.value].code[each.at].source,
                {"a control barrier in a loop"})
        .with_hint(Hint("write its iterations one after the other, each with its own barrier"));
  }
}

}  // namespace

std::optional<LitmusTest> load_litmus(const SourceBuffer& source, const ReadingOptions& options,
                                      DiagnosticSink& sink) {
  if (check_text(source, sink) == TextCheck::IsNotText) return std::nullopt;
  std::optional<Sections> sections = split_sections(source, sink);
  if (!sections) return std::nullopt;
  const Dialect* dialect = find_dialect(sections->architecture);
  if (dialect == nullptr) {
    sink.report(DiagnosticKind::LitmusArchitecture, sections->architecture_range,
                {sections->architecture})
        .with_hint(format("only those for {}", architecture_names()));
    return std::nullopt;
  }
  if (dialect->architecture == "C" && is_kernel(source, sections->program, options)) {
    dialect = &KernelDialect;
  }
  InitSection init = parse_init(source, sections->init, sink);
  std::optional<FinalCondition> condition = parse_condition(source, sections->condition, sink);
  Assembly assembly(options, sink);
  RegisterRenaming registers(*dialect, sink);
  for (InitItem& item : init.items) registers.rename(item.location);
  if (dialect->counts_elements) assembly.count_elements();
  if (dialect->copies_initial_values) {
    assembly.add_copying_init(std::move(init.items));
  } else {
    assembly.add_init(init.items);
  }
  if (!init.is_whole) sink.ignore(may_follow_from_lost_init);
  const bool has_all_threads = dialect->compile(source, sections->program, assembly, sink);
  if (condition) registers.rename(*condition);
  if (sink.has_errors()) {
    sink.ignore([&](DiagnosticKind kind) {
      return severity_of(kind) == Severity::Warning ||
             (!has_all_threads && kind == DiagnosticKind::LitmusNoSuchThread);
    });
    // A condition on globals can be checked only if all globals are known.
    if (condition && init.is_whole) assembly.resolve(*condition);
    sink.ignore(nullptr);
    return std::nullopt;
  }
  if (!assembly.has_threads()) {
    sink.report(DiagnosticKind::LitmusNoThreads, sections->architecture_range);
    return std::nullopt;
  }
  assembly.resolve(*condition);
  // Some files have their file name on the first line. herd prints it without its ending.
  if (sections->name.ends_with(".litmus")) {
    sections->name.erase(sections->name.size() - std::string_view(".litmus").size());
  }
  LitmusTest test{sections->name, source.name(), dialect, {}, {}, {}};
  test.shown = shown_items(*condition, *dialect, assembly);
  assembly.report_unused();
  if (sink.has_errors()) return std::nullopt;
  test.condition = std::move(*condition);
  test.program = assembly.finish(source.name());
  test.program.architecture = dialect->architecture;
  refuse_barriers_in_loops(test.program, sink);
  settle_access_sizes(*dialect, options, test.program, sink);
  if (sink.has_errors()) return std::nullopt;
  return test;
}

}  // namespace drover::litmus
