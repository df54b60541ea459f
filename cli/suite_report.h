#pragma once

#include <string>
#include <vector>

#include "analysis/suite/find_suite.h"
#include "cli/command_line.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

// A test of a suite as text.
struct SuiteFile {
  std::string name;    // of the test: `MP-007`
  std::string family;  // `MP`
  std::string text;    // in the dialect
  std::string ending;  // of its file: `.litmus`
};

// Result of `models suite`.
struct SuiteReport {
  const SuiteCommand& command;
  std::string model;    // its name
  std::string mapping;  // compiles the tests; empty: none
  const suite::Suite& suite;
  const ScopeWords* machine;     // whose scopes the tests have; null: none
  std::vector<SuiteFile> files;  // by test

  [[nodiscard]] bool has_scopes() const { return machine != nullptr; }
  // True if the files are programs of the core language.
  [[nodiscard]] bool has_core_files() const { return has_scopes() || command.dialect == "core"; }
};

// Both return the whole report; JSON is one object on one line.
[[nodiscard]] std::string suite_text(const SuiteReport& report);
[[nodiscard]] std::string suite_json(const SuiteReport& report);

// Returns the README of a folder with the tests.
[[nodiscard]] std::string suite_readme(const SuiteReport& report);

// Returns a test as a litmus test of X86, for a model that tells only full fences and
// read-modify-writes from other instructions. Empty if it has more registers than there are.
[[nodiscard]] std::string x86_litmus(const suite::SuiteTest& test, const std::string& name);

}  // namespace drover::cli
