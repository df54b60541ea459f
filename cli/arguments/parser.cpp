// The only file that includes CLI11, whose header takes long to compile. CLI11 passes words to
// callbacks; its type templates are not used.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <limits>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"
#include "support/text.h"
#include "support/version.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

constexpr std::size_t ColumnWidth = 34;

// Reads decimal, hexadecimal (0x…) and octal (0…) numbers.
std::optional<std::uint64_t> whole_number(const std::string& text) {
  if (text.empty() || text.front() == '-') return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 0);
  const bool is_all = end == text.c_str() + text.size();
  return is_all && errno != ERANGE ? std::optional(number) : std::nullopt;
}

std::optional<double> real_number(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_all = end == text.c_str() + text.size();
  return is_all && errno != ERANGE ? std::optional(number) : std::nullopt;
}

// Reads the value of a flag, as in `--json=false` and `--hint=2`: positive for yes.
std::optional<std::int64_t> flag_number(const std::string& text) {
  constexpr std::array<std::string_view, 7> Yes{"true", "on", "yes", "enable", "t", "y", "+"};
  constexpr std::array<std::string_view, 7> No{"false", "off", "no", "disable", "f", "n", "-"};
  const std::string word = lower_case(text);
  if (std::ranges::find(Yes, word) != Yes.end()) return 1;
  if (std::ranges::find(No, word) != No.end()) return -1;
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return stop == end && error == std::errc() ? std::optional(number) : std::nullopt;
}

// Stores words in an argument's target. Throws WrongArgument. Short-lived: holds references.
class Store {
 public:
  Store(const Argument& argument, const std::vector<std::string>& words)
      : argument_(argument), words_(words) {}

  void store() const {
    const std::vector<std::string>& choices = argument_.choices;
    if (!choices.empty() && std::ranges::find(choices, word()) == choices.end()) {
      refuse(word(), format("not one of {}{}", joined(choices, ", "), suggestion(word(), choices)));
    }
    std::visit(*this, argument_.target);
  }

  void operator()(bool* flag) const { *flag = is_set(); }
  void operator()(const OnFlag& action) const {
    if (is_set()) action();
  }
  void operator()(FlagCount flag) const {
    std::int64_t count = 0;
    for (const std::string& word : words_) {
      const auto number = flag_number(word);
      if (!number) refuse(word, "not a whole number");
      count += *number;
    }
    *flag.count = static_cast<std::uint32_t>(std::max<std::int64_t>(count, 0));
  }
  void operator()(FlagValue flag) const {
    const auto number = flag_number(word());
    flag.option->is_given = !number || *number > 0;
    flag.option->file = number ? "" : word();
  }
  void operator()(std::string* text) const { *text = word(); }
  void operator()(std::optional<std::string>* text) const { *text = word(); }
  void operator()(std::vector<std::string>* texts) const { *texts = words_; }
  void operator()(const OnWord& read) const { read(word()); }
  void operator()(const OnWords& read) const { read(words_); }
  template <typename Number>
  void operator()(Number* target) const {
    *target = number<Number>();
  }
  template <typename Number>
  void operator()(std::optional<Number>* target) const {
    *target = number<Number>();
  }

 private:
  [[nodiscard]] const std::string& word() const { return words_.front(); }

  [[noreturn]] void refuse(const std::string& word, std::string_view why) const {
    throw WrongArgument(argument_.spellings().back(), format("`{}` is {}", word, why));
  }

  [[nodiscard]] bool is_set() const {
    const auto number = flag_number(word());
    if (!number) refuse(word(), "neither `true` nor `false`");
    return *number > 0;
  }

  template <std::unsigned_integral Number>
  [[nodiscard]] Number number() const {
    const auto [least, most] = argument_.limits;
    constexpr Number MostOfType = std::numeric_limits<Number>::max();
    const auto read = whole_number(word());
    const auto real = static_cast<double>(read.value_or(0));
    if (read && *read <= MostOfType && real >= least && real <= most) {
      return static_cast<Number>(*read);
    }
    const bool is_open = std::isinf(most) && sizeof(Number) > sizeof(std::uint32_t);
    if (!is_open) {
      refuse(word(), format("not a whole number from {:.0f} to {:.0f}", least,
                            std::min(most, static_cast<double>(MostOfType))));
    }
    refuse(word(), least == 0 ? "not a whole number"
                              : format("not a whole number that is at least {:.0f}", least));
  }
  template <std::floating_point Number>
  [[nodiscard]] Number number() const {
    const auto [least, most] = argument_.limits;
    const auto read = real_number(word());
    if (read && *read >= least && *read <= most) return *read;
    refuse(word(), format("not a number from {} to {}", least, most));
  }

  const Argument& argument_;
  const std::vector<std::string>& words_;
};

void add_argument(CLI::App& app, const Argument& argument) {
  const auto store = [&argument](const CLI::results_t& words) {
    Store(argument, words).store();
    return true;
  };
  CLI::Option* option = app.add_option(argument.names, store, argument.text);
  if (argument.is_flag()) {
    const bool is_count = std::holds_alternative<FlagCount>(argument.target);
    option->multi_option_policy(is_count ? CLI::MultiOptionPolicy::TakeAll
                                         : CLI::MultiOptionPolicy::TakeLast);
    if (!argument.value.empty()) option->type_name(format("[={}]", argument.value));
    option->expected(0);
    return;
  }
  option->type_name(argument.value)->default_str(argument.usual)->required(argument.is_required);
  if (argument.is_repeatable()) {
    option->expected(1, -1)->allow_extra_args(argument.is_positional());  // -1: any number
  }
  if (argument.has_commas) option->delimiter(',');
}

// Returns the end of a command's help text: its exit statuses.
std::string footer_of(const CommandDescription& command) {
  constexpr std::size_t Width = 90;
  const bool is_whole = command.name == "drover";
  std::string text = is_whole ? format("{}\n", BareFileText) : "";
  std::string line = "Exit status:";
  for (const ExitMeaning& each : command.exits) {
    const bool is_last = each.status == command.exits.back().status;
    const std::string part = format(" {} {}{}", each.status, each.meaning, is_last ? "." : ",");
    if (line.size() + part.size() <= Width) {
      line += part;
    } else {
      text += line + "\n";
      line = part.substr(1);
    }
  }
  return text + line;
}

// Returns one line per library.
std::string version_text() {
  std::string text = format("drover {}", version_with_commit());
  for (const LibraryVersion& library : library_versions()) {
    text += format("\n{} {}", library.name, library.version);
  }
  return text;
}

// If `called` names a subcommand, the others get a name and no arguments: adding arguments takes
// most of the set-up time.
void add_all(CLI::App& app, const CommandDescription& command, const std::string& called) {
  app.footer(footer_of(command));
  for (const Argument& argument : command.arguments) add_argument(app, argument);
  const bool is_called = command.find(called) != nullptr;
  for (const CommandDescription& inner : command.commands) {
    CLI::App& added = *app.add_subcommand(inner.name, inner.summary);
    if (!is_called || inner.name == called) add_all(added, inner, "");
  }
  if (!command.take) app.require_subcommand(1);
}

// The innermost command that was called.
struct Called {
  const CLI::App* app = nullptr;
  const CommandDescription* command = nullptr;
  std::string path;  // "models compare"; empty for `drover`

  // Begins a message: "models compare: ".
  [[nodiscard]] std::string prefix() const { return path.empty() ? "" : path + ": "; }
};

Called called_in(const CLI::App& app, const CommandDescription& drover) {
  Called called{&app, &drover, ""};
  for (auto inner = app.get_subcommands(); !inner.empty(); inner = called.app->get_subcommands()) {
    called.app = inner.front();
    called.command = called.command->find(called.app->get_name());
    called.path += (called.path.empty() ? "" : " ") + called.app->get_name();
  }
  return called;
}

std::string extras_text(const Called& called, const CLI::App& whole) {
  const std::vector<std::string> extras = whole.remaining(true);
  const std::string unknown = extras.empty() ? "" : extras.front();
  if (!unknown.starts_with('-')) {
    return format("{}unexpected argument `{}`", called.prefix(), unknown);
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : called.app->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  return format("unknown option `{}`{}", unknown, suggestion(unknown, known));
}

// Names the first missing required argument.
std::string missing_text(const Called& called, const CLI::RequiredError& error) {
  for (const CLI::Option* option : called.app->get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    return format("{}{} is missing: {}", called.prefix(), option->get_name(),
                  option->get_description());
  }
  return error.what();
}

// An option lacks its value or is given too often. CLI11's message begins with the option's name.
std::string mismatch_text(const Called& called, const CLI::ArgumentMismatch& error) {
  std::string text = error.what();
  for (const CLI::Option* option : called.app->get_options()) {
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
    const std::size_t width = words::columns_of(name);
    const std::string text = make_option_desc(option);
    if (text.empty()) return name + "\n";
    const std::string gap = width < ColumnWidth ? std::string(ColumnWidth - width, ' ')
                                                : "\n" + std::string(ColumnWidth, ' ');
    return format("{}{}{}\n", name, gap, text);
  }
};

}  // namespace

LeaveAtOnce wrong_call(std::string_view text, std::string_view path) {
  return {ExitBadInput,
          format("drover: {}\nTry `drover {}{}--help`.\n", text, path, path.empty() ? "" : " ")};
}

Command parse_arguments(const CommandDescription& drover, std::vector<std::string> words) {
  CLI::App app{drover.summary, drover.name};
  app.set_help_flag("-h,--help", std::string(HelpOptionText));
  app.set_version_flag("--version", version_text(), std::string(VersionOptionText));
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(ColumnWidth);
  add_all(app, drover, words.empty() ? "" : words.front());
  std::ranges::reverse(words);  // CLI11 takes words from the back
  std::string why;
  try {
    app.parse(words);
    return called_in(app, drover).command->take();
  } catch (const CLI::CallForHelp&) {
    return LeaveAtOnce{ExitVerified, app.help()};
  } catch (const CLI::CallForVersion& asked) {
    return LeaveAtOnce{ExitVerified, std::string(asked.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    why = extras_text(called_in(app, drover), app);
  } catch (const CLI::RequiredError& error) {
    why = missing_text(called_in(app, drover), error);
  } catch (const CLI::ArgumentMismatch& error) {
    why = mismatch_text(called_in(app, drover), error);
  } catch (const CLI::ParseError& error) {
    why = error.what();
  } catch (const WrongArgument& error) {
    why = error.what();
  }
  return wrong_call(why, called_in(app, drover).path);
}

}  // namespace drover::cli
