#include "frontend/history.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::string_view LineForms =
    "the lines of a history are `thread NAME`, `r VARIABLE VALUE`, `w VARIABLE VALUE`, "
    "`u VARIABLE OLD NEW` and `init VARIABLE VALUE`";

// The first word of a line, and the number of operands.
struct LineForm {
  std::string_view word;
  std::size_t operands;
  std::string_view operand_text;
};
constexpr std::array Forms{
    LineForm{"r", 2, "a variable and a value"}, LineForm{"w", 2, "a variable and a value"},
    LineForm{"u", 3, "a variable, the value read and the value written"},
    LineForm{"init", 2, "a variable and a value"}, LineForm{"thread", 1, "a name"}};

struct Word {
  std::string_view text;
  SourceRange range;
};

// Reads a file line by line. Reports and omits invalid lines.
class HistoryParser {
 public:
  HistoryParser(const SourceBuffer& source, DiagnosticSink& sink) : source_(source), sink_(sink) {}

  std::optional<History> parse() {
    for (std::uint32_t line = 1; line <= source_.line_count() && !sink_.is_full(); ++line) {
      const std::vector<Word> words = words_of(line);
      if (!words.empty()) parse_line(words);
    }
    if (!sink_.has_errors() && history_.operations.empty()) {
      sink_.report(DiagnosticKind::HistoryEmpty, {}).with_hint(std::string(LineForms));
    }
    if (history_.operations.size() > MaxHistorySize) {
      sink_.report(DiagnosticKind::HistoryTooLarge, history_.operations[MaxHistorySize].source,
                   {format("{}", history_.operations.size()), format("{}", MaxHistorySize)});
    }
    if (sink_.has_errors()) return std::nullopt;
    return std::move(history_);
  }

 private:
  // Returns the words of a line, up to a comment.
  [[nodiscard]] std::vector<Word> words_of(std::uint32_t line) const {
    const std::string_view text = source_.line_text(line);
    const std::size_t begin = source_.line_begin(line);
    const std::string_view used = text.substr(0, std::min(text.find('#'), text.find("//")));
    constexpr std::string_view Space = " \t\r\v\f";
    std::vector<Word> words;
    for (std::size_t at = used.find_first_not_of(Space); at != std::string_view::npos;) {
      const std::size_t end = std::min(used.find_first_of(Space, at), used.size());
      words.push_back({used.substr(at, end - at), source_.range(begin + at, begin + end)});
      at = used.find_first_not_of(Space, end);
    }
    return words;
  }

  void parse_line(const std::vector<Word>& words) {
    const Word& first = words.front();
    const auto form = std::ranges::find(Forms, first.text, &LineForm::word);
    if (form == Forms.end()) {
      std::vector<std::string> known;
      known.reserve(Forms.size());
      for (const LineForm& each : Forms) known.emplace_back(each.word);
      const Hint similar = did_you_mean(first.text, known);
      sink_.report(DiagnosticKind::HistoryLine, first.range, {std::string(first.text)})
          .with_hint(similar.empty() ? Hint(std::string(LineForms)) : similar);
      return;
    }
    const std::size_t operands = words.size() - 1;
    if (operands != form->operands) {
      const Word& where = operands > form->operands ? words[form->operands + 1] : words.back();
      sink_.report(DiagnosticKind::WrongOperandCount, where.range,
                   {std::string(first.text), std::string(form->operand_text),
                    operands == 1 ? "one word" : format("{} words", operands)});
      return;
    }
    if (form->word == "thread") {
      thread_ = index_of(words[1].text, thread_index_, history_.threads);
    } else if (form->word == "init") {
      parse_initial(words);
    } else {
      parse_operation(words);
    }
  }

  void parse_initial(const std::vector<Word>& words) {
    const std::optional<std::int64_t> value = number(words[2]);
    const std::uint32_t variable = variable_of(words[1].text);
    if (!value) return;
    if (initial_at_[variable].line != 0) {
      sink_
          .report(DiagnosticKind::HistoryDuplicateInit, words[1].range,
                  {std::string(words[1].text)})
          .with_note(initial_at_[variable], "the first is here");
      return;
    }
    initial_at_[variable] = words[1].range;
    history_.initial[variable] = *value;
  }

  void parse_operation(const std::vector<Word>& words) {
    if (!thread_) {
      sink_.report(DiagnosticKind::HistoryNoThread, words.front().range)
          .with_hint("begin the operations of each thread with a line `thread NAME`");
      return;
    }
    const char kind = words.front().text.front();
    History::Operation operation;
    operation.kind = kind == 'r'   ? History::Kind::Read
                     : kind == 'w' ? History::Kind::Write
                                   : History::Kind::Update;
    operation.thread = *thread_;
    operation.variable = variable_of(words[1].text);
    const std::optional<std::int64_t> first = number(words[2]);
    const std::optional<std::int64_t> last = number(words.back());
    if (!first || !last) return;
    if (operation.reads()) operation.read = *first;
    if (operation.writes()) operation.written = *last;
    operation.source = words.front().range;
    operation.source.end = words.back().range.end;
    history_.operations.push_back(operation);
  }

  using Index = std::unordered_map<std::string, std::uint32_t>;

  static std::uint32_t index_of(std::string_view name, Index& index,
                                std::vector<std::string>& names) {
    const auto [entry, is_new] =
        index.try_emplace(std::string(name), static_cast<std::uint32_t>(names.size()));
    if (is_new) names.emplace_back(name);
    return entry->second;
  }

  std::uint32_t variable_of(std::string_view name) {
    const std::uint32_t variable = index_of(name, variable_index_, history_.variables);
    history_.initial.resize(history_.variables.size(), 0);
    initial_at_.resize(history_.variables.size());
    return variable;
  }

  std::optional<std::int64_t> number(const Word& word) {
    std::string_view digits = word.text;
    const bool is_negative = digits.starts_with('-');
    if (is_negative) digits.remove_prefix(1);
    const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (is_hex) digits.remove_prefix(2);
    std::uint64_t magnitude = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, magnitude, is_hex ? 16 : 10);
    if (digits.empty() || stop != end) {
      sink_.report(DiagnosticKind::InvalidNumber, word.range, {std::string(word.text)});
      return std::nullopt;
    }
    const std::uint64_t limit = (std::uint64_t{1} << 63U) - (is_negative ? 0 : 1);
    if (error != std::errc() || magnitude > limit) {
      sink_.report(DiagnosticKind::LiteralOutOfRange, word.range, {std::string(word.text)});
      return std::nullopt;
    }
    return static_cast<std::int64_t>(is_negative ? 0 - magnitude : magnitude);
  }

  const SourceBuffer& source_;
  DiagnosticSink& sink_;
  History history_;
  std::optional<std::uint32_t> thread_;
  Index thread_index_;
  Index variable_index_;
  std::vector<SourceRange> initial_at_;  // by variable: the place of its initial value
};

}  // namespace

std::optional<History> parse_history(const SourceBuffer& source, DiagnosticSink& sink) {
  return HistoryParser(source, sink).parse();
}

}  // namespace drover
