// The models of tests/golden/cat: those in `ok` have no errors; those in `fail` have exactly the
// errors that their `// EXPECT-ERROR: line:column text` comments say.

#include <doctest/doctest.h>

#include <algorithm>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "frontend/diagnostic_printer.h"
#include "tests/support/expected_errors.h"

namespace drover::cat_golden_test {
using namespace drover::testing;

namespace {

std::string complaints(const cat::ModelFiles& files) {
  std::string out;
  for (const auto& file : files) out += render(file->sink, file->source.name(), &file->source);
  return out;
}

}  // namespace

TEST_CASE("good models are read without complaint") {
  for (const auto& path : golden_files("cat/ok", ".cat")) {
    CAPTURE(path);
    const ModelFromFile read = read_model_file(path.string());
    CHECK(complaints(read.files) == "");
    CHECK(read.model != nullptr);
  }
}

TEST_CASE("bad models have exactly the errors they expect") {
  for (const auto& path : golden_files("cat/fail", ".cat")) {
    CAPTURE(path);
    const ModelFromFile read = read_model_file(path.string());
    CHECK(read.model == nullptr);
    const auto own = std::ranges::find_if(
        read.files, [&](const auto& file) { return file->source.name() == path.string(); });
    REQUIRE(own != read.files.end());
    const DiagnosticSink& sink = (*own)->sink;
    const std::string shown = complaints(read.files);
    CAPTURE(shown);
    const std::vector<ExpectedError> expected = expected_errors(path);
    const std::vector<ExpectedError> actual = reported_errors(sink);
    CHECK_FALSE(expected.empty());
    CHECK(actual.size() == expected.size());
    for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
      CHECK(actual[i].place == expected[i].place);
      CHECK(actual[i].text.find(expected[i].text) != std::string::npos);
    }
    const std::vector<Diagnostic> diagnostics = sink.sorted();
    CHECK(std::ranges::any_of(diagnostics, [&](const Diagnostic& each) {
      return path.stem().string().starts_with(diagnostic_name(each.kind));
    }));
  }
}

TEST_CASE("`models show` prints the model as one file") {
  for (const MemoryModel* builtin : all_models()) {
    CAPTURE(builtin->name());
    const cat::ModelReading again = cat::read_model_text("again.cat", std::string(builtin->text()));
    CHECK(complaints(again.files) == "");
    REQUIRE(again.code != nullptr);
    CHECK(again.includes.empty());
    const CatModel copy({.name = "again", .text = "", .traits = &builtin->traits()}, again.code);
    REQUIRE(copy.axioms().size() == builtin->axioms().size());
    for (std::size_t i = 0; i < copy.axioms().size(); ++i) {
      CHECK(copy.axioms()[i].formula == builtin->axioms()[i].formula);
      CHECK(copy.axioms()[i].definitions.size() == builtin->axioms()[i].definitions.size());
    }
    CHECK(copy.has_coherence() == builtin->has_coherence());
    CHECK(copy.reports_races() == builtin->reports_races());
  }
}

TEST_CASE("a missing model and a file that is not text have diagnostics") {
  const cat::ModelReading missing = cat::read_model("/nowhere/model.cat");
  CHECK(missing.code == nullptr);
  CHECK(reported_errors(missing.files[0]->sink).size() == 1);
  const cat::ModelReading binary =
      cat::read_model_text("binary.cat", std::string("acyclic \0 po", 12));
  CHECK(binary.code == nullptr);
}

TEST_CASE("a star is a product where an operand follows it, and else a closure") {
  // Behind those of the text come those of every model.
  const auto axiom_of = [](const std::string& text) {
    const cat::ModelReading reading = cat::read_model_text("star.cat", text);
    CAPTURE(text);
    REQUIRE(reading.code != nullptr);
    std::string axioms;
    for (const cat::CodeCheck& check : reading.code->checks) axioms += check.text + "\n";
    return axioms;
  };
  CHECK(axiom_of("let a = po* let b = rf acyclic a;b").starts_with("a;b\n"));
  CHECK(axiom_of("acyclic po* if \"x\" acyclic rf end").starts_with("po*\n"));
  CHECK(axiom_of("acyclic po*\n~empty rf").starts_with("po*\nrf\n"));
  CHECK(axiom_of("acyclic W * ~R | po*").starts_with("W * ~R | po*\n"));
  CHECK(axiom_of("acyclic W*R\nlet a = po*").starts_with("W*R\n"));
  CHECK(cat::read_model_text("name.cat", "let q | = po").code == nullptr);
}

TEST_CASE("a model without axioms has the warning CatNoAxioms") {
  const cat::ModelReading reading = cat::read_model_text("empty.cat", "let a = po\n");
  REQUIRE(reading.code != nullptr);
  const auto& diagnostics = reading.files[reading.own_file]->sink.diagnostics();
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0].kind == DiagnosticKind::CatNoAxioms);
}

TEST_CASE("nested calls of functions are limited: CatTooLarge") {
  std::string text = "let f0(r) = r ; r\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "let f" + std::to_string(i) + "(r) = " + before + "(r) ; " + before + "(" + before +
            "(r))\n";
  }
  text += "acyclic f39(po) as order\n";
  const cat::ModelReading reading = cat::read_model_text("large.cat", text);
  CHECK(reading.code == nullptr);
  const std::string shown = complaints(reading.files);
  CHECK(shown.find("too large") != std::string::npos);
}

TEST_CASE("a mistake in a definition that nothing uses is a warning: CatUnusedMistake") {
  const cat::ModelReading reading = cat::read_model_text(
      "lazy.cat", "let a = po | rfx\nlet b = a\nshow b\nacyclic po as order\n");
  REQUIRE(reading.code != nullptr);
  const auto& diagnostics = reading.files[reading.own_file]->sink.diagnostics();
  REQUIRE_FALSE(diagnostics.empty());
  for (const Diagnostic& each : diagnostics) {
    CHECK(each.kind == DiagnosticKind::CatUnusedMistake);
    CHECK(each.range.line == 1);
    CHECK(each.message().find("`rfx` is not defined") != std::string::npos);
  }
}

TEST_CASE("a relation that a procedure shows has its name in pictures") {
  const cat::ModelReading reading = cat::read_model_text(
      "shown.cat", "procedure p(r) = show r as seen end\ncall p(po)\nacyclic po as order\n");
  REQUIRE(reading.code != nullptr);
  CHECK(reading.code->shown.back() == "seen");
  CHECK(reading.code->names.contains("seen"));
}

TEST_CASE("a procedure that calls itself is left to the interpreter: it may end on an execution") {
  const cat::ModelReading reading =
      cat::read_model_text("self.cat", "procedure p(r) = call p(r; po) end\ncall p(po)\n");
  CHECK(reading.code == nullptr);
  CHECK(reading.is_general);
  CHECK(complaints(reading.files) == "");
}

TEST_CASE("a built-in function is a value") {
  const cat::ModelReading reading = cat::read_model_text(
      "value.cat", "let sources = domain\nacyclic [sources(po)]; po as order\n");
  REQUIRE(reading.code != nullptr);
  CHECK(complaints(reading.files) == "");
}

}  // namespace drover::cat_golden_test
