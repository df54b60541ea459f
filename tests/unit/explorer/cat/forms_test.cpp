#include "explorer/cat/forms.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/models/model_registry.h"

namespace drover::forms_test {

namespace {

using Names = std::vector<std::string>;

Names kept(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return cat::kept_program_order(*reading.code);
}

}  // namespace

TEST_CASE("the names of a model's preserved program order are found") {
  CHECK(kept("let keep = po \\ (W * R)\nacyclic keep | rfe | co | fr\n") == Names{"keep"});
  CHECK(kept("let keep = [R]; po | po; [W]\nlet ghb = keep | rfe\nacyclic ghb | co | fr\n") ==
        Names{"keep"});
  CHECK(kept("let a = po & (R * M)\nlet b = [W]; po?; [F]; po\nacyclic a | b | rf\n") ==
        Names{"a", "b"});
}

TEST_CASE("neither po itself nor a relation within one location is preserved program order") {
  CHECK(kept("acyclic po | rf | co | fr\n") == Names{});
  CHECK(kept("acyclic po-loc | rf | co | fr\n") == Names{});
  CHECK(kept("acyclic (po \\ (W * R)) | rf | co | fr\n") == Names{});
  CHECK(kept("let hb = (po | rf)+\nirreflexive hb; (rf | co | fr)+\n") == Names{});
}

TEST_CASE("the built-in models with store buffers keep `preserved`") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const bool has_buffers = model->name() == "tso" || model->name() == "pso";
    CHECK(model->kept_program_order() == (has_buffers ? Names{"preserved"} : Names{}));
  }
}

}  // namespace drover::forms_test
