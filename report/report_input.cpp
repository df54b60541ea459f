#include "report/report_input.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/read_program.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "litmus/sections.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover::report {

namespace {

constexpr std::uint32_t CoreUnroll = 100;
constexpr std::uint32_t LitmusUnroll = 2;

// A short-lived worker: holds a reference to the command.
class InputReader {
 public:
  InputReader(const ReportCommand& command, const std::string& path) : command_(command) {
    out_.path = path;
  }

  ReportInput read() {
    read_text();
    if (out_.source && litmus::looks_like_litmus(out_.source->text())) {
      read_litmus();
    } else if (out_.source) {
      read_core();
    }
    const Colour colour = command_.is_coloured ? Colour::On : Colour::Off;
    out_.complaints =
        render(sink_, out_.path, out_.source ? &*out_.source : nullptr, colour) + notes_;
    if (out_.program) read_conditions();
    return std::move(out_);
  }

 private:
  void read_text() {
    std::error_code ignored;
    const bool exists = std::filesystem::exists(out_.path, ignored);
    if (exists && !std::filesystem::is_regular_file(out_.path, ignored) &&
        !std::filesystem::is_directory(out_.path, ignored)) {
      refuse("a report is about ordinary files, which can be read more than once");
      return;
    }
    if (!exists && out_.path == "-") {
      refuse("a report is about files: standard input cannot be read more than once");
      return;
    }
    if (!exists) {
      if (const litmus::LibraryTest* test = litmus::find_library_test(out_.path)) {
        out_.source = SourceBuffer::from_text(out_.path, std::string(test->text));
        return;
      }
    }
    out_.source = read_source(out_.path, sink_);
    if (out_.source) return;
    std::vector<std::string> names;
    for (const litmus::LibraryTest& test : litmus::library_tests()) names.emplace_back(test.name);
    const std::string similar = did_you_mean(out_.path, names);
    if (!similar.empty()) notes_ = format("hint: in the library: {}\n", similar);
  }

  void refuse(const std::string& why) { notes_ += format("drover: {}: {}\n", out_.path, why); }

  void read_core() {
    out_.unroll = command_.unroll.value_or(CoreUnroll);
    out_.name = std::filesystem::path(out_.path).filename().string();
    const auto checked = read_program(*out_.source, command_.constants, sink_);
    if (!checked) return;
    out_.program = lowering::lower(desugar(*checked), *out_.source, sink_);
    if (out_.program) out_.program->file = out_.path;
  }

  void read_litmus() {
    out_.unroll = command_.unroll.value_or(LitmusUnroll);
    out_.test = litmus::load_litmus(*out_.source, {litmus::Strictness::Wide, out_.unroll}, sink_);
    if (!out_.test) return;
    if (!command_.constants.empty()) {
      refuse("-D gives values to constants of core programs; a litmus test has none");
      return;
    }
    out_.name = out_.test->name;
    out_.program = out_.test->program;
  }

  // As `explain` reads them, which asks about assertions too. A program without any has none.
  void read_conditions() {
    const input::QuestionRequest request{
        .constants = command_.constants, .unroll = out_.unroll, .outcome = std::nullopt};
    out_.questions = input::read_questions(request, out_.path, Colour::Off);
    std::erase_if(out_.questions.questions, [](const input::Question& question) {
      return question.outcome.failure.has_value();
    });
  }

  const ReportCommand& command_;
  DiagnosticSink sink_;
  std::string notes_;
  ReportInput out_;
};

}  // namespace

ReportInput read_input(const ReportCommand& command, const std::string& path) {
  return InputReader(command, path).read();
}

}  // namespace drover::report
