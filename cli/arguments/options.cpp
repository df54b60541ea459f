#include "cli/arguments/options.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "explorer/algorithm_table.h"
#include "explorer/models/model_registry.h"
#include "frontend/suggestion.h"
#include "input/load_model.h"
#include "support/format.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

// NAME=VALUE; throws CLI::ValidationError.
ConstantOverride parse_constant(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw CLI::ValidationError("-D", format("`{}` is not of the form NAME=VALUE", text));
  }
  std::string digits = text.substr(equals + 1);
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.erase(0, 1);
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.erase(0, 2);
  std::uint64_t magnitude = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, magnitude, is_hex ? 16 : 10);
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (is_negative ? 0 : 1);
  if (digits.empty() || stop != end || error != std::errc() || magnitude > limit) {
    throw CLI::ValidationError(
        "-D", format("`{}` is not an integer of 64 bits", text.substr(equals + 1)));
  }
  const std::uint64_t bits = is_negative ? 0 - magnitude : magnitude;
  return {text.substr(0, equals), static_cast<std::int64_t>(bits)};
}

}  // namespace

std::string names_of_models() {
  std::string names;
  for (const std::string_view name : model_names()) names += format(" {}", name);
  return names.substr(1);
}

std::string names_of_algorithms() {
  std::string names;
  for (const AlgorithmInfo& info : all_algorithms()) names += format(" {}", info.name);
  return names.substr(1);
}

CLI::Option* add_model(CLI::App& app, std::string& model, const std::string& remark) {
  return app.add_option("-m,--model", model, "memory model: " + names_of_models() + remark)
      ->type_name("NAME");
}

void add_models_list(CLI::App& app, std::vector<std::string>& models, const std::string& remark) {
  app.add_option("-m,--model", models, "memory models: " + names_of_models() + remark)
      ->type_name("NAME,…")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_algorithm(CLI::App& app, std::string& algorithm) {
  app.add_option("-a,--algo", algorithm, "algorithm: " + names_of_algorithms())
      ->type_name("NAME")
      ->capture_default_str();
}

void add_jobs(CLI::App& app, std::uint32_t& jobs, const std::string& text) {
  app.add_option("-j,--jobs", jobs, text)
      ->check(CLI::Range(1U, 1024U).description(""))
      ->type_name("N")
      ->capture_default_str();
}

void ColourOption::add_to(CLI::App& app) {
  app.add_option("--color", word_, "colours in what is printed")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->type_name("auto|always|never");
}

ColourChoice ColourOption::take() const {
  return word_ == "always"  ? ColourChoice::Always
         : word_ == "never" ? ColourChoice::Never
                            : ColourChoice::Auto;
}

void ConstantOptions::add_to(CLI::App& app) {
  app.add_option("-D", texts_, "give the constant NAME the value VALUE")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

std::vector<ConstantOverride> ConstantOptions::take() const {
  std::vector<ConstantOverride> constants;
  for (const std::string& text : texts_) {
    const ConstantOverride constant = parse_constant(text);
    const bool is_repeated = std::ranges::any_of(
        constants, [&](const auto& known) { return known.name == constant.name; });
    if (is_repeated) {
      throw CLI::ValidationError("-D", format("`{}` is given twice", constant.name));
    }
    constants.push_back(constant);
  }
  return constants;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  const std::string similar = did_you_mean(name, names);
  return similar.empty() ? "" : "; " + similar;
}

void require_model(const std::string& where, const std::string& name) {
  if (input::is_model_file(name) || std::ranges::find(model_names(), name) != model_names().end())
    return;
  std::vector<std::string> names(model_names().begin(), model_names().end());
  throw CLI::ValidationError(
      where, format("there is no model `{}`{} (there are: {}, and files FILE.cat)", name,
                    suggestion(name, names), names_of_models()));
}

void require_algorithm(const std::string& algorithm, const std::string& model) {
  const auto kind = find_algorithm(algorithm);
  if (!kind) {
    std::vector<std::string> names;
    for (const AlgorithmInfo& info : all_algorithms()) names.emplace_back(info.name);
    throw CLI::ValidationError("--algo",
                               format("there is no algorithm `{}`{} (there are: {})", algorithm,
                                      suggestion(algorithm, names), names_of_algorithms()));
  }
  // Models in files are read later.
  if (model.empty() || input::is_model_file(model)) return;
  if (const auto misfit = find_misfit(*kind, *find_model(model))) {
    throw CLI::ValidationError("--algo", words::misfit_text(*misfit));
  }
}

}  // namespace drover::cli
