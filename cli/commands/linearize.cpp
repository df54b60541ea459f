// `linearize`: whether an object is what its specification says, for all clients of a size.

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <utility>

#include "analysis/linearizability/arguments.h"
#include "analysis/linearizability/clients.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/linearize_report.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/findings/history_errors.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "explorer/work/pool.h"
#include "semantics/passes/stand_ins.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

using linearizability::Client;
using linearizability::OperationShape;

// The name of a thread that stands for a client, so that a file without one can be read.
constexpr std::string_view Stand = "thread drover_client { }\n";
constexpr std::string_view StandName = "drover_client";
constexpr std::size_t MostOperations = 8;
constexpr double UsualSeconds = 10;

// Returns the names of the operations that a program marks.
std::set<std::string> marked_operations(const Program& program) {
  std::set<std::string> names;
  const auto add = [&](const std::vector<Thread>& threads) {
    for (const Thread& thread : threads) {
      for (const Instruction& instruction : thread.code) {
        const auto* mark = std::get_if<OperationMark>(&instruction.body);
        if (mark != nullptr) names.insert(mark->operation);
      }
    }
  };
  add(program.threads);
  add(program.routines);
  return names;
}

// Returns the built-in object that has the most of these operations; null if it has fewer than two,
// or not all but those that only prepare.
const ObjectKindInfo* kind_with(const std::set<std::string>& names) {
  const ObjectKindInfo* best = nullptr;
  std::size_t most = 1;
  for (const ObjectKindInfo& kind : object_kinds()) {
    const auto count = static_cast<std::size_t>(std::ranges::count_if(
        names, [&](const std::string& name) { return find_method(kind, name) != nullptr; }));
    if (count <= most) continue;
    most = count;
    best = &kind;
  }
  return best;
}

SpecifiedObject object_of_marks(const ObjectKindInfo& kind, const std::set<std::string>& names) {
  SpecifiedObject object{.name = std::string(kind.name), .kind = kind.kind};
  for (const std::string& name : names) {
    if (const MethodInfo* method = find_method(kind, name)) {
      object.operations.push_back({name, method->method});
    }
  }
  return object;
}

class LinearizeRun {
 public:
  LinearizeRun(const LinearizeCommand& command, std::shared_ptr<const MemoryModel> model,
               work::Pool& pool)
      : command_(command), model_(std::move(model)), pool_(pool) {}

  FileReport run(const std::string& path) {
    report_.path = path;
    report_.model = std::string(model_->name());
    report_.has_store_buffers =
        model_->traits().machine.value_or(StoreBuffers::None) != StoreBuffers::None;
    const std::string complaint = answer(path);
    if (!complaint.empty()) {
      out_.complaints += complaint;
      out_.status = ExitBadInput;
      return std::move(out_);
    }
    report_.seconds = seconds();
    switch (report_.verdict) {
      case LinearizeVerdict::Linearizable: out_.status = ExitVerified; break;
      case LinearizeVerdict::Violation: out_.status = ExitViolation; break;
      case LinearizeVerdict::Incomplete: out_.status = ExitIncomplete; break;
    }
    draw();
    out_.report = command_.format == ReportFormat::Json
                      ? json_report(report_)
                      : text_report(report_, colour_for(Stream::Output, command_.input.colour));
    return std::move(out_);
  }

 private:
  void draw() {
    if (command_.picture.empty()) return;
    if (!report_.picture) {
      out_.complaints += complain("no calls are wrong: no picture is drawn");
      return;
    }
    const std::string complaint =
        write_whole_file(command_.picture, drawing::history_as_svg(*report_.picture));
    if (complaint.empty()) return;
    out_.complaints += complain(complaint);
    out_.status = ExitBadInput;
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] std::string complain(const std::string& what) const {
    return format("drover: {}: {}\n", report_.path, what);
  }
  [[nodiscard]] input::SubjectOptions reading() const {
    return subject_options(command_.input, command_.unroll, {std::string(model_->name())});
  }

  // Returns a complaint if there is no answer.
  std::string answer(const std::string& path) {
    input::Subject given = input::read_subject(path, reading());
    if (given.kind() != input::SubjectKind::Core) return answer_given(std::move(given));
    if (!given.source) return given.complaints(colour());
    const std::string text(given.source->text());
    input::Subject with_stand = read_text(text + "\n" + std::string(Stand));
    if (with_stand.checked() == nullptr) return with_stand.complaints(colour());
    const auto& threads = with_stand.checked()->threads;
    const bool has_client = std::ranges::any_of(threads, [](const ThreadInfo& thread) {
      return thread.role == BodyRole::Worker && thread.name != StandName;
    });
    return has_client ? answer_given(std::move(given)) : answer_all(text, with_stand);
  }

  [[nodiscard]] Colour colour() const { return colour_for(Stream::Error, command_.input.colour); }
  [[nodiscard]] input::Subject read_text(std::string text) const {
    return input::read_subject_text(SourceBuffer::from_text(report_.path, std::move(text)),
                                    reading());
  }

  // ---- The object

  // Returns the program with only the object that is asked for. Null, and a complaint, if there is
  // none.
  std::shared_ptr<const Program> with_object(const input::Subject& subject,
                                             std::string& complaint) {
    auto program = std::make_shared<Program>(*subject.program);
    std::optional<SpecifiedObject> object = find_object(*program, complaint);
    if (!object) return nullptr;
    if (command_.promise) object->promise = *command_.promise;
    if (!command_.specification.empty() && !read_specification(*program, *object, complaint)) {
      return nullptr;
    }
    report_.object = object->name;
    report_.kind = info_of(object->kind).name;
    report_.promise = name_of(object->promise);
    program->specified = {*std::move(object)};
    return program;
  }

  std::optional<SpecifiedObject> find_object(Program& program, std::string& complaint) const {
    const std::string& name = command_.object;
    const std::vector<SpecifiedObject>& objects = program.specified;
    const auto found = std::ranges::find(objects, name, &SpecifiedObject::name);
    if (found != objects.end()) return *found;
    if (name.empty() && objects.size() == 1) return objects.front();
    const std::set<std::string> marks = marked_operations(program);
    if (objects.empty() && !marks.empty()) {
      const ObjectKindInfo* kind = name.empty() ? kind_with(marks) : find_object_kind(name);
      const bool is_by_itself =
          name == "itself" || !command_.specification.empty() || (name.empty() && kind == nullptr);
      if (is_by_itself) return by_itself(program, marks);
      if (kind != nullptr) return object_of_marks(*kind, marks);
    }
    complaint = complain(why_no_object(objects, marks.empty()));
    return std::nullopt;
  }

  // The program itself, call by call, is the specification.
  static SpecifiedObject by_itself(Program& program, const std::set<std::string>& marks) {
    SpecifiedObject object{.name = "object", .kind = ObjectKind::Program};
    for (const std::string& each : marks) object.operations.push_back({each, Method::Read});
    program.sequential = std::make_shared<const Program>(program);
    return object;
  }

  [[nodiscard]] std::string why_no_object(const std::vector<SpecifiedObject>& objects,
                                          bool has_no_marks) const {
    if (!objects.empty()) {
      const auto quoted = [](const SpecifiedObject& each) { return format("`{}`", each.name); };
      return format("{}: it has {}",
                    command_.object.empty() ? std::string("which object? (--object NAME)")
                                            : format("there is no object `{}`", command_.object),
                    joined(objects, ", ", quoted));
    }
    if (has_no_marks) {
      return "it has no object: say what its functions are, `object q : queue(enqueue, dequeue);`"
             ", or mark the calls, `__VERIFIER_method_begin(\"enqueue\", v)`";
    }
    std::vector<std::string> names{"itself"};
    for (const ObjectKindInfo& each : object_kinds()) names.emplace_back(each.name);
    return format("there is no object `{}`: there are {}", command_.object, joined(names, ", "));
  }

  // Reads the program again, with macros that put the specification in place of the operations.
  bool read_specification(Program& program, SpecifiedObject& object, std::string& complaint) const {
    input::SubjectOptions options = reading();
    for (const std::string& macro : command_.specification) {
      options.constants.push_back({.name = "", .compiler_argument = "-D" + macro});
    }
    const input::Subject specification = input::read_subject(report_.path, options);
    if (specification.program == nullptr) {
      complaint = specification.complaints(colour());
      return false;
    }
    if (specification.program->threads.size() != program.threads.size()) {
      complaint = complain("the specification has other threads than the program");
      return false;
    }
    program.sequential = specification.program;
    object.kind = ObjectKind::Program;
    // Its modes say what it promises.
    if (!command_.promise) object.promise = Promise::Matched;
    return true;
  }

  // ---- Clients

  std::string answer_given(input::Subject subject) {
    out_.complaints += subject.complaints(colour());
    if (subject.program == nullptr) return " ";
    std::string complaint;
    const std::shared_ptr<const Program> program = with_object(subject, complaint);
    if (program == nullptr) return complaint;
    report_.is_given_client = true;
    subject.program = program;
    const bool is_whole = explore_client(std::move(subject), {}, command_.max_seconds);
    if (!misfit_.empty()) return misfit_;
    if (!is_whole && report_.verdict == LinearizeVerdict::Linearizable) {
      report_.verdict = LinearizeVerdict::Incomplete;
    }
    if (is_whole) {
      report_.clients = 1;
      report_.operations = calls_;
    }
    return "";
  }

  std::string answer_all(const std::string& text, const input::Subject& with_stand) {
    std::string complaint;
    const std::shared_ptr<const Program> program = with_object(with_stand, complaint);
    if (program == nullptr) return complaint;
    const SpecifiedObject& object = program->specified.front();
    std::vector<OperationShape> shapes = shapes_of(object, *with_stand.checked());
    if (object.kind == ObjectKind::Code) linearizability::choose_arguments(*program, 0, shapes);
    const std::size_t most = command_.operations.value_or(MostOperations);
    const std::optional<double> limit =
        command_.operations ? command_.max_seconds : command_.max_seconds.value_or(UsualSeconds);
    for (std::size_t count = 1; count <= most; ++count) {
      for (const Client& client :
           linearizability::most_parallel_clients(shapes, object.kind, count)) {
        input::Subject subject =
            read_text(text + "\n" + linearizability::client_text(client, shapes));
        if (subject.program == nullptr) return subject.complaints(colour());
        subject.program = with_object(subject, complaint);
        if (subject.program == nullptr) return complaint;
        const auto left = limit ? std::optional(std::max(0.0, *limit - seconds())) : std::nullopt;
        const bool is_whole = explore_client(std::move(subject), shapes, left);
        if (!misfit_.empty()) return misfit_;
        if (report_.verdict == LinearizeVerdict::Violation) {
          report_.operations = count;
          keep_client(text, client, shapes);
          return "";
        }
        if (!is_whole) {
          const bool is_asked = command_.operations.has_value() || report_.operations == 0;
          if (is_asked) report_.verdict = LinearizeVerdict::Incomplete;
          return "";
        }
        ++report_.clients;
      }
      report_.operations = count;
    }
    return "";
  }

  static std::vector<OperationShape> shapes_of(const SpecifiedObject& object,
                                               const CheckedProgram& checked) {
    std::vector<OperationShape> shapes;
    for (const SpecifiedObject::Operation& operation : object.operations) {
      const auto function =
          std::ranges::find(checked.functions, operation.function, &FunctionInfo::name);
      shapes.push_back({.function = operation.function,
                        .method = operation.method,
                        .callers = operation.callers,
                        .parameters = function->parameter_count,
                        .returns_value = function->returns_value});
      linearizability::choose_arguments(object.variant, shapes.back());
    }
    return shapes;
  }

  // True if the specification treats inserted values as Lemma 83 asks.
  [[nodiscard]] static bool only_copies(const SpecifiedObject& object,
                                        const std::vector<OperationShape>& shapes) {
    const auto has_choices = [](const auto& choices) { return !choices.empty(); };
    const bool examines = std::ranges::any_of(shapes, [&](const OperationShape& shape) {
      return std::ranges::any_of(shape.choices, has_choices);
    });
    if (object.kind == ObjectKind::Code) return !shapes.empty() && !examines;
    const ObjectVariant& variant = object.variant;
    const bool is_of_values = object.kind == ObjectKind::Register ||
                              object.kind == ObjectKind::Queue ||
                              object.kind == ObjectKind::Stack || object.kind == ObjectKind::Deque;
    return is_of_values && variant.empty <= 0 && variant.initial <= 0;
  }

  // Explores a client, if possible with stand-ins for inserted values: then threads that insert are
  // symmetric. If these runs find anything, or depend on more than Lemma 83 allows, the client is
  // explored as it is. False if it was not explored to its end.
  bool explore_client(input::Subject subject, const std::vector<OperationShape>& shapes,
                      std::optional<double> max_seconds) {
    const SpecifiedObject& object = subject.program->specified.front();
    if (!fits(*subject.program)) return false;
    if (only_copies(object, shapes)) {
      const auto program = passes::with_stand_ins(*subject.program);
      if (program && passes::has_only_stand_ins(*program, object)) {
        const ExplorationResult result = explore_once(*program, subject.unroll, max_seconds);
        const bool is_of_numbers =
            std::ranges::count(result.remarks, ReductionObstacle::PlacementMatters,
                               &PlanRemark::obstacle) > 0;
        if (!is_of_numbers && find_violation(result) == result.errors.end()) {
          count(result);
          calls_ = calls_of_program(*subject.program);
          return !result.is_partial() && !result.has_unchecked_histories;
        }
      }
    }
    return explore_as_written(std::move(subject), max_seconds);
  }

  // Notes if the model does not say what calls know.
  bool fits(const Program& program) {
    if (program.topology != nullptr) {
      misfit_ = complain("linearize: calls are not checked in programs with scopes");
      return false;
    }
    const MemoryModel* fitted = model_->fitted(kind_of(program));
    if (fitted != nullptr && histories::orders_calls(*fitted)) return true;
    misfit_ = complain(format(
        "{} does not say what one call knows of another: take sc, tso, pso, sra, ra, rc11, rc20, "
        "or a model with `hb`",
        model_->name()));
    return false;
  }

  ExplorationResult explore_once(const Program& program, std::uint32_t unroll,
                                 std::optional<double> max_seconds) {
    ExplorerOptions options;
    options.model = model_.get();
    options.unfold.unroll = unroll;
    options.client_orders = ClientOrders::All;
    options.leaks = LeakPolicy::Ignore;
    // A call that waits for ever is one that has not returned.
    options.stops_at.erase(ErrorKind::Deadlock);
    options.max_seconds = max_seconds;
    options.max_executions = command_.max_executions;
    options.interrupt = &interrupt_flag();
    options.pool = &pool_;
    return explore(program, options);
  }

  static auto find_violation(const ExplorationResult& result)
      -> std::vector<ReportedError>::const_iterator {
    return std::ranges::find_if(result.errors, [](const ReportedError& each) {
      return each.kind != ErrorKind::Deadlock && Violations.contains(each.kind);
    });
  }
  void count(const ExplorationResult& result) {
    report_.executions += result.executions;
    report_.blocked += result.blocked;
    report_.check_seconds += result.history_seconds;
  }

  bool explore_as_written(input::Subject subject, std::optional<double> max_seconds) {
    ExplorationResult result = explore_once(*subject.program, subject.unroll, max_seconds);
    count(result);
    calls_ = calls_of_program(*subject.program);
    const auto error = find_violation(result);
    if (error == result.errors.end()) {
      return !result.is_partial() && !result.has_unchecked_histories;
    }
    report_.verdict = LinearizeVerdict::Violation;
    report_.error = static_cast<std::size_t>(error - result.errors.cbegin());
    if (error->kind == ErrorKind::Linearizability)
      describe(*error, result, *subject.program, *model_->fitted(kind_of(*subject.program)));
    report_.run = std::move(result);
    report_.subject = std::move(subject);
    return true;
  }

  // Returns the number of marked calls in the code.
  [[nodiscard]] static std::size_t calls_of_program(const Program& program) {
    std::size_t calls = 0;
    for (const Thread& thread : program.threads) {
      for (const Instruction& instruction : thread.code) {
        const auto* mark = std::get_if<OperationMark>(&instruction.body);
        if (mark == nullptr || !mark->is_begin) continue;
        const auto& operations = program.specified.front().operations;
        calls += std::ranges::count(operations, mark->operation,
                                    &SpecifiedObject::Operation::function) > 0
                     ? 1
                     : 0;
      }
    }
    return calls;
  }

  void describe(const ReportedError& error, const ExplorationResult& result, const Program& program,
                const MemoryModel& model) {
    histories::HistoryCheck check(*result.automata, model, ClientOrders::All);
    report_.fault = check.find_fault(error.graph, waiting_threads(error));
    if (!report_.fault) return;
    const SpecifiedObject& object = program.specified.front();
    report_.picture = drawing::picture_of(*report_.fault, object, result.names);
    for (const histories::Call& call : report_.fault->history.calls) {
      report_.history.push_back(call_text(call, object, result.names));
    }
  }

  // Keeps the client of a violation as a program, with the order that it imposes.
  void keep_client(const std::string& text, const Client& client,
                   const std::vector<OperationShape>& shapes) {
    linearizability::OrderedCalls order;
    if (report_.fault) {
      for (const auto& [first, second] : report_.fault->client) {
        order.emplace_back(place_of(first, client), place_of(second, client));
      }
    }
    report_.client = text + "\n" + linearizability::client_text(client, shapes, order);
  }
  [[nodiscard]] linearizability::CallPlace place_of(std::size_t call, const Client& client) const {
    const std::vector<histories::Call>& calls = report_.fault->history.calls;
    const std::string& name = report_.run->names.threads[calls[call].thread.value];
    linearizability::CallPlace place;
    for (std::size_t t = 0; t < client.threads.size(); ++t) {
      if (linearizability::client_thread_name(t) == name) place.thread = t;
    }
    for (std::size_t i = 0; i < call; ++i) place.index += calls[i].thread == calls[call].thread;
    return place;
  }

  const LinearizeCommand& command_;
  std::shared_ptr<const MemoryModel> model_;
  work::Pool& pool_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  LinearizeReport report_;
  FileReport out_;
  std::string misfit_;
  std::size_t calls_ = 0;  // of the last client
};

}  // namespace

int run(const LinearizeCommand& command) {
  const RunGuard guard(command.max_memory);
  const std::shared_ptr<const MemoryModel> model =
      model_of_argument(command.model, command.input.colour, command.input.model_options);
  if (model == nullptr) return ExitBadInput;
  work::Pool pool(thread_count(command.jobs));
  const std::string_view between = command.format == ReportFormat::Text ? "\n" : "";
  return run_in_turn(command.input.files, between, [&](const std::string& path) {
    return LinearizeRun(command, model, pool).run(path);
  });
}

}  // namespace drover::cli
