// A run in pieces, for machines that share only files: `split` makes pieces, `work` explores pieces
// in any order and any number of calls, `merge` builds the report.
//
//   DIR/run         the call, and the program with all included files
//   DIR/start       results of `split` itself
//   DIR/0001 …      pieces: states of the run (cli/state_file.h), each with a part of the rest
//   DIR/0001.part   progress of `work` on a piece
//   DIR/0001.done   results of a finished piece

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/check_run.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/state_file.h"
#include "cli/terminal.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/explore.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan_search.h"
#include "input/read_c.h"
#include "support/bytes.h"
#include "support/check.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/write_file.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view RunFile = "run";
constexpr std::string_view StartFile = "start";
constexpr std::string_view Magic = "drover pieces 2\n";
// Parts per piece: parts differ in size.
constexpr std::size_t PartsPerPiece = 8;

// A run, whose pieces share its settings.
struct Run {
  CheckCommand check;
  std::uint64_t pieces = 0;
  input::Subject subject;  // as read
  FittedRun fitted;        // as explored
  RunIdentity identity;
};

// Fits program and model together. False, with a printed reason, if they do not fit.
bool fit(Run& run) {
  const ColourChoice colour = run.check.input.colour;
  write(Stream::Error, run.subject.complaints(colour_for(Stream::Error, colour)));
  if (!run.subject.program) return false;
  const std::optional<RunSettings> settings = settings_of(run.check);
  if (!settings) return false;
  run.fitted = fit_run(run.subject, settings->models.front(), settings->mapping, colour);
  write(Stream::Error, run.fitted.complaint);
  if (run.fitted.program == nullptr) return false;
  run.identity = identity_of(run.check, run.subject.source->text(), *settings->models.front(),
                             settings->mapping.get());
  return true;
}

std::string piece_name(std::uint64_t piece) { return format("{:04}", piece); }

std::string run_text(const SplitCommand& command, const input::Subject& subject,
                     std::uint64_t pieces) {
  ByteWriter out;
  out.put(pieces);
  out.put(command.arguments.size());
  for (const std::string& argument : command.arguments) out.put(argument);
  const std::vector<SourcePart> files = subject.source->files();
  out.put(files.size());
  for (const SourcePart& file : files) {
    out.put(file.name);
    out.put(file.text);
  }
  out.put(subject.c() == nullptr ? "" : subject.c()->preprocessed);
  return sealed_text(Magic, out.bytes());
}

// Reads the program, the model and the settings from a folder's run file. Null, with a printed
// reason, if unusable.
std::unique_ptr<Run> read_run(const fs::path& folder) {
  const fs::path path = folder / RunFile;
  const auto give_up = [&](std::string_view why) {
    write(Stream::Error, format("drover: `{}`: {}\n", path.string(), why));
    return nullptr;
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return give_up("there is no such file: this is not a folder of `drover split`");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!text.starts_with(Magic)) return give_up("this was not written by this version of Drover");
  const auto bytes = unsealed_bytes(text, Magic);
  if (!bytes) return give_up("the file is damaged, or was not written to its end");
  ByteReader in(*bytes);
  auto run = std::make_unique<Run>();
  run->pieces = in.get();
  std::vector<std::string> arguments(in.get_count());
  for (std::string& argument : arguments) argument = in.get_text();
  std::vector<SourcePart> files(in.get_count());
  for (auto& [name, source] : files) {
    name = in.get_text();
    source = in.get_text();
  }
  std::string preprocessed = in.get_text();
  const Command command = parse_command_line(arguments);
  const auto* split = std::get_if<SplitCommand>(&command);
  if (!in.has_ended_well() || split == nullptr || files.empty()) {
    return give_up("the file is damaged");
  }
  run->check = split->check;
  input::SubjectOptions options = subject_options(run->check);
  const SourcePart first = files.front();
  if (!preprocessed.empty()) options.c_text = {std::move(preprocessed), std::move(files)};
  run->subject = input::read_subject_text(SourceBuffer::from_text(first.name, first.text), options);
  if (!fit(*run)) return give_up("the program in it cannot be explored");
  return run;
}

// Merges the states of two parts of a run.
void add(ExplorationState& to, ExplorationState from) {
  to.findings.merge(std::move(from.findings));
  std::ranges::move(from.finished, std::back_inserter(to.finished));
  std::ranges::move(from.items, std::back_inserter(to.items));
  if (from.error_at && (!to.error_at || *from.error_at < *to.error_at)) to.error_at = from.error_at;
  to.is_fallback |= from.is_fallback;
}

// ---- split

// Returns why the folder is unusable. Empty if usable.
std::string make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return format("-o: cannot make `{}`: {}", folder.string(), error.message());
  if (!fs::is_empty(folder, error) || error) {
    return format("-o: `{}` is not empty: pieces of different runs must not be mixed",
                  folder.string());
  }
  return "";
}

// Returns why writing failed. Empty on success.
std::string write_pieces(const SplitCommand& command, const input::Subject& subject,
                         const RunIdentity& identity, ExplorationState state, std::size_t& count) {
  std::vector<ExplorationState> pieces(std::min<std::size_t>(command.items, state.items.size()));
  for (std::size_t i = 0; i < state.items.size(); ++i) {
    pieces[i % pieces.size()].items.push_back(std::move(state.items[i]));
  }
  state.items.clear();
  count = pieces.size();
  const fs::path folder = command.output_folder;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i].is_fallback = state.is_fallback;
    std::string why = write_state((folder / piece_name(i + 1)).string(), identity, pieces[i]);
    if (!why.empty()) return why;
  }
  std::string why = write_state((folder / StartFile).string(), identity, state);
  if (!why.empty()) return why;
  // Written last: a folder without this file is not a run.
  return write_durable_file(folder / RunFile, run_text(command, subject, count));
}

// ---- work

// The rest of a piece, or its results.
struct Piece {
  std::optional<ExplorationState> state;
  bool is_done = false;
  std::string complaint;
};

Piece read_piece(const std::string& path, const RunIdentity& identity) {
  std::error_code ignored;
  if (fs::exists(path + ".done", ignored)) {
    auto done = read_state<ExplorationState>(path + ".done", identity);
    return {std::move(done.state), true, std::move(done.complaint)};
  }
  if (fs::exists(path + ".part", ignored)) {
    auto part = read_state<ExplorationState>(path + ".part", identity);
    if (part.state) return {std::move(part.state), false, ""};
  }
  auto whole = read_state<ExplorationState>(path, identity);
  return {std::move(whole.state), false, std::move(whole.complaint)};
}

std::string line_of(const std::string& path, const ExplorationState& state, std::string_view what) {
  Findings findings = state.findings;
  for (const auto& [place, found] : state.finished) findings.merge(found);
  std::string line =
      format("{}: {}: {}", path, what, words::plural(findings.executions, "execution"));
  if (findings.blocked > 0) line += format(", {} blocked", findings.blocked);
  if (!findings.errors.empty())
    line += format(", {}", words::plural(findings.errors.size(), "error"));
  return line + "\n";
}

FileReport work_on(const std::string& path, const WorkCommand& command, work::Pool& pool) {
  const std::string name = fs::path(path).filename().string();
  if (name.empty() || !std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) {
    return {format("drover: `{}` is not a piece: pieces are called 0001, 0002, …\n", path), "",
            ExitBadInput};
  }
  const std::unique_ptr<Run> run = read_run(fs::path(path).parent_path());
  if (!run) return {"", "", ExitBadInput};
  Piece piece = read_piece(path, run->identity);
  if (!piece.state) return {format("drover: {}\n", piece.complaint), "", ExitBadInput};
  std::error_code ignored;
  if (piece.is_done) {
    fs::remove(path + ".part", ignored);  // left by a killed `work`
    return {"", line_of(path, *piece.state, "was done before"), ExitVerified};
  }
  std::string complaint;
  const auto keep = [&](const std::string& where, const ExplorationState& state) {
    const std::string why = write_state(where, run->identity, state);
    if (!why.empty()) complaint = format("drover: {}\n", why);
    return why.empty();
  };
  Checkpointing checkpoint;
  checkpoint.every_seconds = command.checkpoint_every;
  checkpoint.write = [&](const ExplorationState& state) { keep(path + ".part", state); };
  ExplorerOptions options = options_of(run->check, *run->fitted.model);
  options.pool = &pool;
  options.parts = PartsKept::Apart;
  options.resume = &*piece.state;
  options.checkpoint = &checkpoint;
  if (command.max_seconds) options.max_seconds = command.max_seconds;
  const ExplorationResult result = explore(*run->fitted.program, options);
  const bool is_done =
      result.stop_reason == StopReason::Exhausted || result.stop_reason == StopReason::FirstError;
  if (!is_done) {
    keep(path + ".part", *result.left);
    return {complaint, line_of(path, *result.left, words::brief_stop_text(result.stop_reason)),
            complaint.empty() ? ExitIncomplete : ExitBadInput};
  }
  if (!keep(path + ".done", *result.left)) return {complaint, "", ExitBadInput};
  fs::remove(path + ".part", ignored);
  return {"", line_of(path, *result.left, "done"), ExitVerified};
}

}  // namespace

int run(const SplitCommand& command) {
  const RunGuard guard(command.check.max_memory);
  const CheckCommand& check = command.check;
  Run run{.check = check,
          .pieces = 0,
          .subject = input::read_subject(check.input.files.front(), subject_options(check)),
          .fitted = {},
          .identity = {}};
  const input::Subject& subject = run.subject;
  if (!fit(run)) return ExitBadInput;
  const AlgorithmKind algorithm = *find_algorithm(check.algorithm);
  if (algorithm != AlgorithmKind::Auto && !is_splittable(algorithm)) {
    return refuse(
        format("a run of `{}` cannot be split: its parts depend on each other (leave --algo "
               "out)",
               check.algorithm));
  }
  if (std::string why = make_folder(command.output_folder); !why.empty()) return refuse(why);
  ExplorerOptions options = options_of(check, *run.fitted.model);
  options.parts = PartsKept::Apart;
  auto state = split_exploration(*run.fitted.program, options, command.items * PartsPerPiece);
  DROVER_CHECK(state.has_value(), "algorithms that cannot be split were refused");
  if (was_interrupted()) {
    write(Stream::Error,
          format("drover: {}: no pieces were written\n", words::stop_text(requested_stop())));
    return ExitIncomplete;
  }
  std::size_t count = 0;
  const std::string why = write_pieces(command, subject, run.identity, std::move(*state), count);
  if (!why.empty()) return refuse(why);
  write(Stream::Output,
        count == 0 ? format("{}: nothing is left to explore: `drover merge {}` gives the report\n",
                            subject.path, command.output_folder)
                   : format("{}: {} in `{}`\n", subject.path, words::plural(count, "piece"),
                            command.output_folder));
  return ExitVerified;
}

int run(const WorkCommand& command) {
  const RunGuard guard(command.max_memory);
  work::Pool pool(thread_count(command.jobs));
  return run_files(pool, command.pieces.size(), [&](std::size_t i) {
    return run_guarded(command.pieces[i],
                       [&] { return work_on(command.pieces[i], command, pool); });
  });
}

int run(const MergeCommand& command) {
  const fs::path folder = command.folder;
  const std::unique_ptr<Run> run = read_run(folder);
  if (!run) return ExitBadInput;
  auto start = read_state<ExplorationState>((folder / StartFile).string(), run->identity);
  if (!start.state) return refuse(start.complaint);
  ExplorationState& whole = *start.state;
  int status = ExitVerified;
  for (std::uint64_t i = 1; i <= run->pieces; ++i) {
    const std::string path = (folder / piece_name(i)).string();
    Piece piece = read_piece(path, run->identity);
    if (piece.is_done && piece.state) {
      add(whole, std::move(*piece.state));
      continue;
    }
    const std::string hint = format("`drover work {}` explores it", path);
    write(Stream::Error, piece.state ? format("drover: `{}` is not done: {}\n", path, hint)
                                     : format("drover: {}\n", piece.complaint));
    status = piece.state ? worse(status, ExitIncomplete) : ExitBadInput;
  }
  if (status != ExitVerified) return status;
  Findings all = whole.findings;
  for (const auto& [place, found] : whole.finished) all.merge(found);
  if (all.voids.contains(VoidReason::HelpInDoubt)) {
    return refuse(
        format("{}: a `help` call was seen that may be wrongly annotated, which pieces cannot find "
               "out: split the run again, with --no-await",
               run->subject.path));
  }
  const bool has_lost_symmetry = all.voids.contains(VoidReason::CausalCycle) ||
                                 all.voids.contains(VoidReason::PlacementMatters);
  const bool may_be_symmetric = run->check.reductions.contains(Reduction::Symmetry);
  if (has_lost_symmetry && may_be_symmetric) {
    return refuse(
        format("{}: it has turned out that symmetric threads must not be explored as one: "
               "split the run again, with --no-symmetry",
               run->subject.path));
  }
  CheckCommand check = run->check;
  check.format = command.format;
  check.verbosity = command.verbosity;
  check.input.colour = command.colour;
  const PreparedRun prepared{run->subject, whole};
  return run_check(check, &prepared);
}

}  // namespace drover::cli
