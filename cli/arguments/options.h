#pragma once

// Options that several commands have, each with the same words and the same limits.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/arguments/cli11.h"
#include "cli/command_line.h"

namespace drover::cli {

// For help texts.
[[nodiscard]] std::string names_of_models();
[[nodiscard]] std::string names_of_algorithms();

// -m; `remark` says what is meant where it is not given, if that is not simply a model.
CLI::Option* add_model(CLI::App& app, std::string& model, const std::string& remark = "");
// -m NAME,…; repeatable.
void add_models_list(CLI::App& app, std::vector<std::string>& models, const std::string& remark);
void add_algorithm(CLI::App& app, std::string& algorithm);
void add_jobs(CLI::App& app, std::uint32_t& jobs, const std::string& text);

// Numbers, or optional ones. `remark` is the end of the text: "", ", per file".
template <typename Seconds>
CLI::Option* add_max_time(CLI::App& app, Seconds& seconds, const std::string& remark = "") {
  return app.add_option("--max-time", seconds, "stop after S seconds" + remark)
      ->check(CLI::Range(1e-3, 1e9).description(""))
      ->type_name("S");
}
template <typename Count>
CLI::Option* add_max_executions(CLI::App& app, Count& count, const std::string& remark = "") {
  constexpr std::uint64_t Most = std::numeric_limits<std::uint64_t>::max();
  return app.add_option("--max-executions", count, "stop after N executions" + remark)
      ->check(CLI::Range(std::uint64_t{1}, Most).description(""))
      ->type_name("N");
}
template <typename Count>
CLI::Option* add_unroll(CLI::App& app, Count& unroll, const std::string& remark = "") {
  return app
      .add_option("--unroll", unroll, "iterations of one loop before its thread is cut" + remark)
      ->check(CLI::Range(1U, 1'000'000U).description(""))
      ->type_name("N");
}

// --color, as a word.
class ColourOption {
 public:
  ColourOption() = default;
  ColourOption(const ColourOption&) = delete;
  ColourOption& operator=(const ColourOption&) = delete;
  void add_to(CLI::App& app);
  [[nodiscard]] ColourChoice take() const;

 private:
  std::string word_ = "auto";
};

// -D NAME=VALUE.
class ConstantOptions {
 public:
  ConstantOptions() = default;
  ConstantOptions(const ConstantOptions&) = delete;
  ConstantOptions& operator=(const ConstantOptions&) = delete;
  void add_to(CLI::App& app);
  // Throws CLI::ValidationError.
  [[nodiscard]] std::vector<ConstantOverride> take() const;

 private:
  std::vector<std::string> texts_;
};

// `; did you mean …?`, or nothing.
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

// These throw CLI::ValidationError: there is no such model; there is no such algorithm, or it does
// not take the model (empty where that is not known yet).
void require_model(const std::string& where, const std::string& name);
void require_algorithm(const std::string& algorithm, const std::string& model);

}  // namespace drover::cli
