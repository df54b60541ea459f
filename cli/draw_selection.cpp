#include "cli/draw_selection.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/plan/error_kinds.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

using drawing::Selection;

std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && value > 0 ? std::optional(value) : std::nullopt;
}

// Reads `3` or `2..5`.
std::optional<std::pair<std::size_t, std::size_t>> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  const bool is_one = dots == std::string_view::npos;
  const auto first = number_of(text.substr(0, dots));
  const auto last = is_one ? first : number_of(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return std::pair(*first, *last);
}

std::string add_numbers(Selection& selection, std::string_view text) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const auto range = range_of(text.substr(0, comma));
    if (!range) {
      return "numbers start at 1, as in `3`, `1,4` or `2..5`";
    }
    selection.numbers.push_back(*range);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return "";
}

void add_word(Selection& selection, const std::string& word) {
  const auto* kind = std::ranges::find(AllErrorKinds, word, error_kind_name);
  if (kind != AllErrorKinds.end()) {
    selection.is_error = true;
    selection.kind = *kind;
  } else if (word == "complete") {
    selection.is_complete = true;
  } else if (word == "blocked") {
    selection.is_blocked = true;
  } else if (word == "witness") {
    selection.is_witness = true;
  } else if (word == "error") {
    selection.is_error = true;
  } else {
    selection.is_forbidden = true;
    if (word != "forbidden") selection.axiom = word;
  }
}

std::string conflict_in(const Selection& selection) {
  const bool has_state = selection.is_witness || !selection.outcome.empty();
  if (selection.is_complete && selection.is_blocked) {
    return "an execution is either `complete` or `blocked`";
  }
  if (selection.is_error && selection.is_forbidden) {
    return "errors are looked for in executions, not in forbidden candidates";
  }
  if (selection.is_error && (has_state || selection.is_complete || selection.is_blocked)) {
    return "an error is drawn with the execution that shows it: nothing else can be asked for";
  }
  if (selection.is_witness && !selection.outcome.empty()) {
    return "`witness` is an outcome already: that of the condition in the file";
  }
  if (selection.is_blocked && has_state) return "executions that are blocked have no final state";
  return "";
}

}  // namespace

ParsedSelection parse_selection(std::span<const std::string> texts) {
  ParsedSelection parsed;
  Selection& selection = parsed.selection;
  for (const std::string& text : texts) {
    if (text.find_first_not_of(" \t") == std::string::npos) {
      parsed.complaint = "--select: the text is empty";
      return parsed;
    }
    if (text.find_first_of("=<>!&|()/") != std::string::npos) {
      selection.outcome +=
          selection.outcome.empty() ? format("({})", text) : format(" && ({})", text);
    } else if (std::isdigit(static_cast<unsigned char>(text.front())) != 0) {
      const std::string complaint = add_numbers(selection, text);
      if (!complaint.empty()) {
        parsed.complaint = format("--select `{}`: {}", text, complaint);
        return parsed;
      }
    } else {
      add_word(selection, text);
    }
  }
  const std::string conflict = conflict_in(selection);
  if (!conflict.empty()) parsed.complaint = format("--select: {}", conflict);
  return parsed;
}

std::string check_axiom(Selection& selection, const MemoryModel& model) {
  if (selection.axiom.empty()) return "";
  std::vector<std::string> words{"complete", "blocked", "witness", "error", "forbidden"};
  for (const ErrorKind kind : AllErrorKinds) words.emplace_back(error_kind_name(kind));
  std::string axioms;
  for (const AxiomDescription& axiom : model.axioms()) {
    if (lower_case(axiom.name) == lower_case(selection.axiom)) {
      selection.axiom = axiom.name;
      return "";
    }
    if (std::ranges::find(words, axiom.name) != words.end()) continue;
    words.push_back(axiom.name);
    axioms += format("{}`{}`", axioms.empty() ? "" : ", ", axiom.name);
  }
  const std::string similar = did_you_mean(selection.axiom, words);
  return format(
      "--select `{}`: neither an outcome (`x == 1`) nor a number, nor one of `complete`, "
      "`blocked`, `witness`, `error`, `forbidden`, nor a kind of error, nor an axiom of {} "
      "({}){}{}",
      selection.axiom, model.name(), axioms, similar.empty() ? "" : "; ", similar);
}

}  // namespace drover::cli
