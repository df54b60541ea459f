#include "input/load_mapping.h"

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::input::load_mapping_test {

namespace {

// ModelWithoutScopes, or the program as the model sees it.
FittedProgram fitted(const std::string& text, const std::string& model) {
  const auto program = std::make_shared<const Program>(testing::program_from(text));
  const SourceBuffer source = SourceBuffer::from_text("test.drv", text);
  const std::array models{builtin_model(model)};
  return fit_program(program, &source, models, nullptr, Colour::Off);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a model without scopes refuses a program with scopes, at its first scope") {
  const FittedProgram refused =
      fitted("shared x;\nthread t @ cta 0 { x@rlx := 1;\n  x@rel.cta := 2; }\n", "rc11");
  CHECK(refused.program == nullptr);
  CHECK(contains(refused.complaint, "test.drv:3:3: error: the model `rc11` knows no scopes"));
  CHECK(contains(refused.complaint, "`ptx`, `vulkan` and `opencl`"));
  // Places alone are scopes, too.
  CHECK(fitted("shared x; thread t @ cta 1 { x := 1; }", "sc").program == nullptr);
  CHECK(fitted("shared x; thread t { x := 1; }", "rc11").program != nullptr);
}

TEST_CASE("a machine without the scopes of a program refuses it") {
  const std::string text = "shared x;\nthread t @ wg 1 {\n  x@rel.wg := 1;\n}\n";
  CHECK(fitted(text, "opencl").program != nullptr);
  CHECK(fitted(text, "vulkan").program != nullptr);
  CHECK(contains(fitted(text, "ptx").complaint, "test.drv:3:3: error: this scope has no meaning"));
  CHECK(contains(fitted(text, "aarch64").complaint, "a program with scopes has no meaning"));
  const std::string devices = "shared x; thread t @ wg 1, dev 2 { x@rel.wg := 1; }";
  CHECK(contains(fitted(devices, "vulkan").complaint, "the place `dev 2` of `t` has no meaning"));
}

}  // namespace drover::input::load_mapping_test
