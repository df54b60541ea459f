// `play`: the user is the scheduler of a model's machine. The game is that of the page
// (serve/play_job.cpp), which keeps nothing but the moves; this reads numbers of moves and words,
// and prints states.

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"
#include "serve/jobs.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"

namespace drover::cli {

namespace {

constexpr std::string_view PlayHelp =
    "  a number  make that move            u  take the last move back\n"
    "  h         the next move to the goal  w  why steps are not possible\n"
    "  r         start again                q  leave (so does the end of the input)\n"
    "  The goal is --outcome, or the condition of the program.\n";
constexpr std::string_view PromiseHelp =
    "  Memory is a list of messages; #2 is the second. A thread may promise a write: others see "
    "it\n"
    "  before the thread comes to it. It must be able to keep its promises, alone. `has seen` is "
    "the\n"
    "  oldest message of each location that a plain load of the thread may still read.\n"
    "  Steps and views are those of this machine (Promising-ARM/RISC-V), not of a chip.\n";
constexpr std::string_view BufferHelp =
    "  A write waits in the store buffer of its thread until it reaches memory.\n";

std::string json_text(const Json& json) { return json.text().value_or(""); }

// Returns "x = 0, y = 1" of [[NAME, VALUE]…].
std::string cells_text(const Json& cells) {
  return joined(cells.items(), ", ", [](const Json& cell) {
    return format("{} = {}", json_text(cell.items()[0]), json_text(cell.items()[1]));
  });
}

class Session {
 public:
  Session(const PlayCommand& command, const input::Subject& subject, std::string model)
      : command_(command), model_(std::move(model)) {
    request_.job = "play";
    request_.text = std::string(subject.source->text());
    request_.name = subject.path;
    request_.models = {model_};
    request_.unroll = command.unroll;
    request_.constants = command.input.constants;
  }

  int run() {
    if (!refresh(false)) return ExitBadInput;
    show();
    std::string line;
    while (!was_interrupted() && read_line(line)) {
      if (line == "q" || line == "quit") return ExitVerified;
      obey(line);
    }
    return was_interrupted() ? ExitIncomplete : ExitVerified;
  }

 private:
  bool read_line(std::string& line) {
    write(Stream::Output, "> ");
    std::cout.flush();
    if (!std::getline(std::cin, line)) {
      write(Stream::Output, "\n");
      return false;
    }
    line = std::string(trimmed(line));
    // A transcript of a pipe shows what was said.
    if (!is_input_terminal()) write(Stream::Output, line + "\n");
    return true;
  }

  void obey(const std::string& line) {
    if (line == "?" || line == "help") return say_help();
    if (line == "w" || line == "why") return say_why();
    if (line == "h" || line == "hint") return say_hint();
    if (line == "u" || line == "undo") {
      if (moves_.empty()) return say("nothing has been done");
      moves_.pop_back();
      return go();
    }
    if (line == "r" || line == "restart") {
      moves_.clear();
      return go();
    }
    if (line.empty()) return show();
    const auto& moves = state_.at("moves").items();
    const auto number = to_number(line);
    if (!number || *number < 1 || *number > moves.size()) {
      return say(moves.empty() ? "no move is left: u takes one back, r starts again"
                               : format("say a number from 1 to {}, or ? for help", moves.size()));
    }
    const Json& move = moves[*number - 1];
    moves_.push_back(move.at("move").is_null() ? Json::array({move.at("thread"), move.at("entry")})
                                               : move.at("move"));
    go();
  }
  static std::optional<std::size_t> to_number(const std::string& word) {
    const bool is_number =
        word.size() < 6 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (word.empty() || !is_number) return std::nullopt;
    return static_cast<std::size_t>(std::stoul(word));
  }

  void go() {
    if (refresh(false)) show();
  }
  static void say(std::string_view text) { write(Stream::Output, format("{}\n", text)); }

  // Asks for the state after the moves. False if it is refused.
  bool refresh(bool with_help) {
    request_.body = Json{{"moves", Json(moves_)}, {"help", with_help}, {"goal", command_.outcome}};
    const serve::JobAnswer answer = serve::play_job(request_);
    if (answer.status != 0) {
      std::string complaint = answer.complaints;
      if (complaint.starts_with("goal:")) complaint.replace(0, 4, "--outcome");
      if (!complaint.starts_with("drover") && !complaint.ends_with("\n")) {
        complaint = format("drover: play: {}\n", complaint);
      }
      write(Stream::Error, complaint);
      return false;
    }
    state_ = *Json::parse(answer.output);
    return true;
  }

  // ---- What is shown

  [[nodiscard]] bool has_promises() const { return !state_.at("machine").is_null(); }

  void show() const {
    std::string out;
    const Json& goal = state_.at("goal");
    if (moves_.empty() && !goal.is_null()) out += format("goal: {}\n", json_text(goal.at("text")));
    const auto& told = state_.at("told").items();
    if (!told.empty()) out += format("{}. {}\n", told.size(), json_text(told.back()));
    out += has_promises() ? promising_memory()
                          : format("memory: {}\n", cells_text(state_.at("memory")));
    for (const Json& thread : state_.at("threads").items()) out += thread_text(thread);
    std::size_t number = 0;
    for (const Json& move : state_.at("moves").items()) {
      out += format("  {:>2}  {}\n", ++number, json_text(move.at("text")));
    }
    out += end_text();
    write(Stream::Output, out);
  }

  [[nodiscard]] std::string promising_memory() const {
    std::string out = format("memory: {}\n", cells_text(state_.at("memory").at("initial")));
    for (const Json& message : state_.at("memory").at("messages").items()) {
      const bool is_promise = message.at("is_promise").truth().value_or(false);
      out += format("  #{} {} = {}, by {}{}\n", message.at("at").whole_number().value_or(0),
                    json_text(message.at("location")), json_text(message.at("value")),
                    json_text(message.at("thread")), is_promise ? " (promised)" : "");
    }
    return out;
  }

  [[nodiscard]] static std::string thread_text(const Json& thread) {
    const std::string next = json_text(thread.at("next"));
    std::string out = format("{}: ", json_text(thread.at("name")));
    if (next.empty()) {
      out += json_text(thread.at("state"));
    } else {
      out += format("line {}: {}", thread.at("line").whole_number().value_or(0), next);
    }
    if (!thread.at("registers").items().empty()) {
      out += format("; {}", cells_text(thread.at("registers")));
    }
    const Json& buffer = thread.at("buffer");
    if (!buffer.items().empty()) {
      out += "; in its buffer: " + joined(buffer.items(), ", ", [](const Json& entry) {
               if (entry.is_null()) return std::string("a fence");
               return format("{} = {}", json_text(entry.items()[0]), json_text(entry.items()[1]));
             });
    }
    const auto& seen = thread.at("seen").items();
    const bool has_seen = std::ranges::any_of(
        seen, [](const Json& each) { return each.items()[1].whole_number().value_or(0) > 0; });
    if (has_seen) {
      out += "; has seen ";
      bool is_first = true;
      for (const Json& each : seen) {
        const auto at = each.items()[1].whole_number().value_or(0);
        if (at == 0) continue;
        out += format("{}{} = {} (#{})", std::exchange(is_first, false) ? "" : ", ",
                      json_text(each.items()[0]), json_text(each.items()[2]), at);
      }
    }
    const auto& promises = thread.at("promises").items();
    if (!promises.empty()) {
      out += "; has promised " + joined(promises, ", ", [](const Json& at) {
               return format("#{}", at.whole_number().value_or(0));
             });
    }
    return out + "\n";
  }

  [[nodiscard]] std::string end_text() const {
    if (!state_.at("is_over").truth().value_or(false)) return "";
    const Json& end = state_.at("final");
    if (end.is_null()) return "No move is left, and not every thread has finished.\n";
    const std::string text = json_text(end.at("text"));
    std::string out = text.empty() ? "The end.\n" : format("The end: {}\n", text);
    const Json& goal = state_.at("goal");
    if (goal.is_null()) return out;
    const bool is_reached = goal.at("is_reached").truth().value_or(false);
    return out + (is_reached ? "This is the goal.\n" : "This is not the goal.\n");
  }

  void say_help() const {
    write(Stream::Output, PlayHelp);
    if (has_promises()) {
      write(Stream::Output, PromiseHelp);
    } else if (model_ != "sc") {
      write(Stream::Output, BufferHelp);
    }
  }

  void say_why() const {
    std::string out;
    for (const Json& thread : state_.at("threads").items()) {
      for (const Json& obstacle : thread.at("obstacles").items()) {
        out += format("  {}: {}\n", json_text(thread.at("name")), json_text(obstacle));
      }
    }
    write(Stream::Output, out.empty() ? "  nothing hinders the next steps\n" : out);
  }

  void say_hint() {
    if (state_.at("goal").is_null()) {
      return say("  there is no goal: --outcome names one, or a condition of the program");
    }
    if (!refresh(true) || was_interrupted()) return;
    const Json& goal = state_.at("goal");
    if (goal.at("is_there").truth().value_or(false)) return say_way(goal);
    const Json& from_start = goal.at("from_start");
    if (!goal.at("is_known").truth().value_or(false)) {
      say("  there are too many ways to look at all of them");
    } else if (from_start.at("is_there").truth().value_or(false)) {
      say("  there is no way from here: u takes moves back");
    } else if (!from_start.at("is_known").truth().value_or(false)) {
      say("  there is no way from here; from the start there are too many to look at all");
    } else if (const auto unroll = goal.at("unroll").whole_number()) {
      say(format("  there is no way with loops of at most {} iterations", *unroll));
    } else {
      say(format("  there is no way under {}: its machine never ends like that", model_));
    }
  }
  void say_way(const Json& goal) const {
    const auto& way = goal.at("way").items();
    if (way.empty()) return say("  you are there");
    std::size_t number = 0;
    for (const Json& move : state_.at("moves").items()) {
      ++number;
      const Json pair = move.at("move").is_null()
                            ? Json::array({move.at("thread"), move.at("entry")})
                            : move.at("move");
      if (pair.dump() != way.front().dump()) continue;
      return say(format("  {} move{} from here; the next: {}  {}", way.size(),
                        way.size() == 1 ? "" : "s", number, json_text(move.at("text"))));
    }
  }

  const PlayCommand& command_;
  std::string model_;
  serve::JobRequest request_;
  std::vector<Json> moves_;
  Json state_;
};

// Returns the model under which a program is played unless another is named.
std::string usual_model(const input::Subject& subject) {
  const litmus::LitmusTest* const test = subject.test();
  if (test == nullptr) return "tso";
  const MemoryModel* const usual = find_model(test->dialect->default_model);
  const bool is_played = usual != nullptr && has_machine(usual->traits());
  return is_played ? std::string(usual->name()) : "sc";
}

}  // namespace

int run(const PlayCommand& command) {
  const RunGuard guard(command.max_memory);
  const std::string path = command.input.files.empty() ? std::string(input::StandardInputPath)
                                                       : command.input.files.front();
  const input::Subject subject =
      input::read_subject(path, {.constants = command.input.constants, .unroll = command.unroll});
  if (!subject.program) {
    write(Stream::Error,
          render(subject.sink, subject.path, subject.source ? &*subject.source : nullptr,
                 colour_for(Stream::Error, command.input.colour)));
    return ExitBadInput;
  }
  const std::string model = command.model.empty() ? usual_model(subject) : command.model;
  return Session(command, subject, model).run();
}

}  // namespace drover::cli
