#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "editing/format.h"
#include "editing/tokens.h"
#include "frontend/parse.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/random.h"

namespace drover::oracle::format_test {

namespace {

GeneratorOptions with_all_statements() {
  GeneratorOptions options;
  options.max_nesting = 3;
  options.weights.labelled = 8;
  options.weights.jump = 8;
  options.chances.function = 50;
  options.chances.annotation = 20;
  options.chances.heap = 20;
  options.chances.memory_in_expression = 40;
  return options;
}

// Returns the same tokens with other spaces, line breaks and comments between them.
std::string scrambled(const std::string& text, Random& random) {
  std::string out;
  const auto tokens = editing::scan(text, {0, text.size()}, editing::Language::Core);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view word = tokens[i].of(text);
    const bool touches = i > 0 && tokens[i - 1].end == tokens[i].begin;
    switch (random.below(8)) {
      case 0: out += touches ? "" : "\n"; break;
      case 1: out += touches ? "" : "\n\n\n\t"; break;
      case 2: out += touches ? "" : " // a comment\n"; break;
      case 3: out += touches ? "" : " /* another */ "; break;
      case 4: out += touches ? "" : "\n  /* of\n     two lines */\n"; break;
      default: out += touches ? "" : "  "; break;
    }
    out += word;
  }
  return out;
}

}  // namespace

TEST_CASE("random programs are formatted to the same program, whatever their spaces") {
  constexpr std::uint64_t Programs = 2000;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    CAPTURE(seed);
    const std::string text = to_source(generate(seed, with_all_statements()));
    Random random(seed);
    DiagnosticSink sink;
    const auto original = parse(SourceBuffer::from_text("text", text), sink);
    REQUIRE(original);
    for (const std::string& given : {text, scrambled(text, random)}) {
      CAPTURE(given);
      const auto once = editing::format_source(SourceBuffer::from_text("text", given),
                                               editing::FileKind::Core, sink);
      REQUIRE(once);
      CAPTURE(*once);
      const auto twice = editing::format_source(SourceBuffer::from_text("text", *once),
                                                editing::FileKind::Core, sink);
      REQUIRE(twice);
      CHECK(*once == *twice);
      const auto parsed = parse(SourceBuffer::from_text("text", *once), sink);
      REQUIRE(parsed);
      CHECK(*parsed == *original);
    }
  }
}

}  // namespace drover::oracle::format_test
