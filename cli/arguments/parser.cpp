// The only file that includes CLI11: its header takes as long to read as five of our files take to
// compile. Option callbacks get words; CLI11's type templates are not used.

#include "cli/arguments/parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "cli/arguments/options.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

constexpr std::size_t ColumnWidth = 34;

// Reads decimal, hexadecimal (0x…) and octal (0…) numbers.
std::optional<std::uint64_t> whole_number(const std::string& text, std::uint64_t most) {
  if (text.empty() || text.front() == '-') return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 0);
  const bool is_all = end == text.c_str() + text.size();
  if (!is_all || errno == ERANGE || number > most) return std::nullopt;
  return number;
}

std::optional<double> real_number(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const double number = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || errno == ERANGE) return std::nullopt;
  return number;
}

template <typename Number>
std::optional<Number> number_of(const std::string& text) {
  if constexpr (std::is_same_v<Number, double>) {
    return real_number(text);
  } else {
    const auto number = whole_number(text, std::numeric_limits<Number>::max());
    return number ? std::optional<Number>(static_cast<Number>(*number)) : std::nullopt;
  }
}

// Parses a flag's value: `--json`, `--json=false`. Nothing if neither yes nor no.
std::optional<bool> truth_of(const std::string& text) {
  bool is_true = false;
  return CLI::detail::lexical_cast(text, is_true) ? std::optional(is_true) : std::nullopt;
}

bool count_flags(const std::vector<std::string>& words, FlagCount flag) {
  std::uint32_t count = 0;
  try {
    CLI::detail::sum_flag_vector(words, count);
  } catch (const std::logic_error&) {  // not a number, or too great
    return false;
  }
  *flag.count = count;
  return true;
}

// Stores words in a target. Returns false if the conversion fails.
class Store {
 public:
  explicit Store(const std::vector<std::string>& words) : words_(words) {}

  bool operator()(bool* flag) const {
    const auto truth = truth_of(words_.front());
    if (truth) *flag = *truth;
    return truth.has_value();
  }
  bool operator()(const std::function<void()>& action) const {
    const auto truth = truth_of(words_.front());
    if (truth && *truth) action();
    return truth.has_value();
  }
  bool operator()(FlagCount flag) const { return count_flags(words_, flag); }
  bool operator()(FlagValue flag) const {
    const auto truth = truth_of(words_.front());
    flag.option->is_given = truth.value_or(true);
    flag.option->file = truth ? "" : words_.front();
    return true;
  }
  bool operator()(std::string* text) const {
    *text = words_.front();
    return true;
  }
  bool operator()(std::optional<std::string>* text) const {
    *text = words_.front();
    return true;
  }
  bool operator()(std::vector<std::string>* texts) const {
    *texts = words_;
    return true;
  }
  template <typename Number>
  bool operator()(Number* target) const {
    const auto number = number_of<Number>(words_.front());
    if (number) *target = *number;
    return number.has_value();
  }
  template <typename Number>
  bool operator()(std::optional<Number>* target) const {
    const auto number = number_of<Number>(words_.front());
    if (number) *target = number;
    return number.has_value();
  }

 private:
  const std::vector<std::string>& words_;
};

constexpr std::uint64_t MostOfAll = std::numeric_limits<std::uint64_t>::max();

// Returns the limits of the description, or else of the target's type.
Limits limits_of(const Argument& argument) {
  if (!std::holds_alternative<std::monostate>(argument.limits)) return argument.limits;
  constexpr WholeRange Small{0, std::numeric_limits<std::uint32_t>::max()};
  constexpr WholeRange Large{0, MostOfAll};
  return std::visit(overloaded{[&](std::uint32_t*) -> Limits { return Small; },
                               [&](std::optional<std::uint32_t>*) -> Limits { return Small; },
                               [&](std::uint64_t*) -> Limits { return Large; },
                               [&](std::optional<std::uint64_t>*) -> Limits { return Large; },
                               [](const auto&) -> Limits { return std::monostate(); }},
                    argument.target);
}

std::string words_of(const WholeRange& range) {
  if (range.most < MostOfAll) {
    return format("a whole number from {} to {}", range.least, range.most);
  }
  return range.least == 0 ? "a whole number"
                          : format("a whole number that is at least {}", range.least);
}

// Returns the error of a value. Empty if the value is fine.
std::string outside(const Limits& limits, const std::string& text) {
  return std::visit(
      overloaded{[](std::monostate) { return std::string(); },
                 [&](const WholeRange& range) {
                   const auto number = whole_number(text, MostOfAll);
                   const bool fits = number && *number >= range.least && *number <= range.most;
                   return fits ? "" : format("`{}` is not {}", text, words_of(range));
                 },
                 [&](const RealRange& range) {
                   const auto number = real_number(text);
                   const bool fits = number && *number >= range.least && *number <= range.most;
                   return fits ? ""
                               : format("`{}` is not a number from {} to {}", text, range.least,
                                        range.most);
                 }},
      limits);
}

std::string no_choice(const std::vector<std::string>& choices, const std::string& text) {
  if (std::ranges::find(choices, text) != choices.end()) return "";
  return format("`{}` is not one of {}{}", text, joined(choices, ", "), suggestion(text, choices));
}

// Returns the error of a value that a flag does not accept. Other values have limits.
std::string unfit(const Target& target, const std::string& text) {
  return std::holds_alternative<FlagCount>(target)
             ? format("`{}` is not a whole number", text)
             : format("`{}` is neither `true` nor `false`", text);
}

CLI::Option* add_flag(CLI::App& app, const Argument& argument, const CLI::callback_t& store) {
  CLI::Option* option = app.add_option(argument.names, store, argument.text);
  const bool is_count = std::holds_alternative<FlagCount>(argument.target);
  option->multi_option_policy(is_count ? CLI::MultiOptionPolicy::TakeAll
                                       : CLI::MultiOptionPolicy::TakeLast);
  if (!argument.value.empty()) option->type_name(format("[={}]", argument.value));
  return option->expected(0);
}

void add_argument(CLI::App& app, const Argument& argument) {
  const CLI::callback_t store = [&argument](const CLI::results_t& words) {
    if (std::visit(Store(words), argument.target)) return true;
    throw CLI::ValidationError(argument.spellings().back(), unfit(argument.target, words.back()));
  };
  if (argument.is_flag()) {
    add_flag(app, argument, store);
    return;
  }
  CLI::Option* option = app.add_option(argument.names, store, argument.text);
  option->type_name(argument.value)->default_str(argument.usual)->required(argument.is_required);
  if (argument.is_repeatable()) {
    option->expected(CLI::detail::expected_max_vector_size);
    option->allow_extra_args(argument.is_positional());
  }
  if (argument.has_commas) option->delimiter(',');
  if (!argument.choices.empty()) {
    option->check(
        [&argument](const std::string& word) { return no_choice(argument.choices, word); });
  }
  const Limits limits = limits_of(argument);
  if (!std::holds_alternative<std::monostate>(limits)) {
    option->check([limits](const std::string& word) { return outside(limits, word); });
  }
}

// If `called` names a subcommand, the others are added by name only: their arguments would be most
// of the set-up.
void add_all(CLI::App& app, const CommandDescription& command, const Footer& footer,
             const std::string& called) {
  app.footer(footer(command));
  for (const Argument& argument : command.arguments) add_argument(app, argument);
  const bool is_called = std::ranges::find(command.commands, called, &CommandDescription::name) !=
                         command.commands.end();
  for (const CommandDescription& inner : command.commands) {
    CLI::App& added = *app.add_subcommand(inner.name, inner.summary);
    if (!is_called || inner.name == called) add_all(added, inner, footer, "");
  }
  if (!command.take) app.require_subcommand(1);
}

// Returns the innermost command that was called.
const CLI::App& called_app(const CLI::App& app) {
  const std::vector<CLI::App*> inner = app.get_subcommands();
  return inner.empty() ? app : called_app(*inner.front());
}

const CommandDescription& called_command(const CommandDescription& command, const CLI::App& app) {
  const std::vector<CLI::App*> inner = app.get_subcommands();
  if (inner.empty()) return command;
  const auto found =
      std::ranges::find(command.commands, inner.front()->get_name(), &CommandDescription::name);
  return called_command(*found, *inner.front());
}

std::string help_text(const CLI::App& app) {
  std::string words;  // outer commands
  for (const CLI::App* outer = app.get_parent(); outer != nullptr; outer = outer->get_parent()) {
    words = words.empty() ? outer->get_name() : format("{} {}", outer->get_name(), words);
  }
  return app.help(words);
}

// Returns a command's name without the program's: "models compare".
std::string path_of(const CLI::App& app) {
  std::string words;
  for (const CLI::App* each = &app; each->get_parent() != nullptr; each = each->get_parent()) {
    words = words.empty() ? each->get_name() : format("{} {}", each->get_name(), words);
  }
  return words;
}

// Returns "models compare: ".
std::string in_front(const CLI::App& app) {
  const std::string path = path_of(app);
  return path.empty() ? "" : path + ": ";
}

std::string extras_text(const CLI::App& whole) {
  const std::vector<std::string> extras = whole.remaining(true);
  const std::string unknown = extras.empty() ? "" : extras.front();
  if (!unknown.starts_with('-')) {
    return format("{}unexpected argument `{}`", in_front(called_app(whole)), unknown);
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : called_app(whole).get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  return format("unknown option `{}`{}", unknown, suggestion(unknown, known));
}

// Names the first missing required argument.
std::string missing_text(const CLI::App& app, const CLI::RequiredError& error) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    return format("{}{} is missing: {}", in_front(app), option->get_name(),
                  option->get_description());
  }
  return error.what();
}

// An option lacks its value or is given too often. CLI11's message begins with the option's name.
std::string mismatch_text(const CLI::App& app, const CLI::ArgumentMismatch& error) {
  std::string text = error.what();
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (!text.starts_with(name + ":")) continue;
    if (option->count() > 1) return format("{}: is given {} times", name, option->count());
    return format("{}: needs a value: {}", name, option->get_type_name());
  }
  return text;
}

// Aligns help by characters; CLI11 counts bytes.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string name =
        format("  {}{}", make_option_name(option, is_positional), make_option_opts(option));
    const auto is_first_byte = [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
    };
    const auto width = static_cast<std::size_t>(std::ranges::count_if(name, is_first_byte));
    const std::string text = make_option_desc(option);
    if (text.empty()) return name + "\n";
    const std::string gap = width < ColumnWidth ? std::string(ColumnWidth - width, ' ')
                                                : "\n" + std::string(ColumnWidth, ' ');
    return format("{}{}{}\n", name, gap, text);
  }
};

}  // namespace

ParseAnswer parse_arguments(const CommandDescription& whole, const std::string& version,
                            const Footer& footer, std::vector<std::string> words) {
  CLI::App app{whole.summary, whole.name};
  app.set_help_flag("-h,--help", std::string(HelpOptionText));
  app.set_version_flag("--version", version, std::string(VersionOptionText));
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(ColumnWidth);
  add_all(app, whole, footer, words.empty() ? "" : words.front());
  std::ranges::reverse(words);  // CLI11 takes words from the back
  try {
    app.parse(words);
    return Called{&called_command(whole, app), path_of(called_app(app))};
  } catch (const CLI::CallForHelp&) {
    return Told{help_text(called_app(app))};
  } catch (const CLI::CallForVersion& asked) {
    return Told{std::string(asked.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    return Refused{extras_text(app), path_of(called_app(app))};
  } catch (const CLI::RequiredError& error) {
    return Refused{missing_text(called_app(app), error), path_of(called_app(app))};
  } catch (const CLI::ArgumentMismatch& error) {
    return Refused{mismatch_text(called_app(app), error), path_of(called_app(app))};
  } catch (const CLI::ParseError& error) {
    return Refused{error.what(), path_of(called_app(app))};
  }
}

}  // namespace drover::cli
