#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"

// Models from texts in cat.
namespace drover::testing {

[[nodiscard]] inline std::shared_ptr<const cat::Code> code_from(const std::string& text) {
  CAPTURE(text);
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return reading.code;
}

[[nodiscard]] inline std::unique_ptr<CatModel> model_from(const std::string& text) {
  return std::make_unique<CatModel>(ModelInfo{.name = "test.cat", .text = text}, code_from(text));
}

// A set or relation by its text.
struct Expression {
  explicit Expression(const std::string& text)
      : code(code_from("include \"cos.cat\"\nlet it = " + text + "\nempty it \\ it\n")),
        node(code->names.at("it")) {}

  std::shared_ptr<const cat::Code> code;
  cat::NodeIndex node;
};

}  // namespace drover::testing
