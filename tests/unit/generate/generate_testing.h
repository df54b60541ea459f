#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <variant>

#include "generate/names.h"
#include "generate/test.h"

namespace drover::generate {

inline Cycle cycle_of(std::string_view text, std::string_view architecture = "AArch64") {
  const OrError<Cycle> read = read_cycle(text, *find_architecture(architecture));
  const auto* error = std::get_if<CycleError>(&read);
  CAPTURE(text);
  INFO((error == nullptr ? "" : error->message));
  REQUIRE(error == nullptr);
  return std::get<Cycle>(read);
}

inline std::string complaint_about(std::string_view text, TestOptions options = {},
                                   std::string_view architecture = "AArch64") {
  const OrError<Cycle> read = read_cycle(text, *find_architecture(architecture));
  if (const auto* error = std::get_if<CycleError>(&read)) return error->message;
  const auto made = generate(std::get<Cycle>(read), options);
  const auto* error = std::get_if<CycleError>(&made);
  return error == nullptr ? "" : error->message;
}

inline std::string test_of(std::string_view text, TestOptions options = {},
                           std::string_view architecture = "AArch64") {
  options.has_metadata = false;
  const auto made = generate(cycle_of(text, architecture), options);
  const auto* error = std::get_if<CycleError>(&made);
  INFO((error == nullptr ? "" : error->message));
  REQUIRE(error == nullptr);
  return std::get<GeneratedTest>(made).text;
}

}  // namespace drover::generate
