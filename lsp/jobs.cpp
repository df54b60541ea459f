#include "lsp/jobs.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::lsp {

namespace {

constexpr std::size_t MaxOutput = std::size_t{32} << 20;
// Extra time of a child to report that it reached its limit.
constexpr double Grace = 3;

// Returns the status of a process that ends soon. Nothing if it does not.
std::optional<int> wait_a_little(Process& process) {
  constexpr int Rounds = 200;
  constexpr useconds_t Pause = 5000;
  for (int round = 0; round < Rounds && !process.status(); ++round) ::usleep(Pause);
  return process.status();
}

}  // namespace

std::vector<Json> objects_in(const std::string& output) {
  std::vector<Json> out;
  for (const std::string& line : split(output, '\n')) {
    if (!line.starts_with('{')) continue;
    if (auto json = Json::parse(line)) out.push_back(*std::move(json));
  }
  return out;
}

JobId JobRunner::start(Job job) {
  const JobId id = next_++;
  waiting_.push_back({.id = id, .job = std::move(job)});
  start_waiting();
  return id;
}

void JobRunner::cancel(JobId id) {
  std::erase_if(waiting_, [&](const Running& each) { return each.id == id; });
  const auto found = std::ranges::find(running_, id, &Running::id);
  if (found == running_.end()) return;
  running_.erase(found);
  start_waiting();
}

bool JobRunner::launch(Running& running) {
  ProcessSettings settings{.program = program_,
                           .arguments = {program_},
                           .input = running.job.input,
                           .folder = running.job.folder,
                           .limits = {{RLIMIT_CORE, 0}},
                           .max_output = MaxOutput,
                           .joins_streams = true,
                           .has_own_group = true};
  std::ranges::copy(running.job.arguments, std::back_inserter(settings.arguments));
  if (CanLimitAddresses) settings.limits.emplace_back(RLIMIT_AS, running.job.max_memory << 20U);
  running.process = std::make_unique<Process>(settings);
  const auto allowed = std::chrono::duration<double>(running.job.max_seconds + Grace);
  running.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
  return running.process->start_error() == 0;
}

void JobRunner::start_waiting() {
  while (running_.size() < limit_ && !waiting_.empty()) {
    running_.splice(running_.end(), waiting_, waiting_.begin());
    Running& running = running_.back();
    if (launch(running)) continue;
    // `work` reports it, not the call that started it.
    running.is_at_end = true;
    running.result.problem = "a process could not be started";
  }
}

std::vector<int> JobRunner::descriptors() const {
  std::vector<int> out;
  for (const Running& each : running_) {
    if (!each.process->is_at_end()) out.push_back(each.process->pipes()[0]);
  }
  return out;
}

int JobRunner::patience() const {
  int least = -1;
  for (const Running& each : running_) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(each.deadline - Clock::now()).count();
    const int wait = each.is_at_end ? 0 : static_cast<int>(std::max<std::int64_t>(0, left)) + 1;
    least = least < 0 ? wait : std::min(least, wait);
  }
  return least;
}

void JobRunner::read_output(Running& running) {
  running.process->read();
  running.is_at_end |= running.process->is_at_end();
  if (!running.process->has_too_much()) return;
  running.result.problem = "it wrote too much";
  running.is_at_end = true;
}

void JobRunner::finish(Running& running) {
  JobResult& result = running.result;
  if (result.problem.empty()) {
    const std::optional<int> status = wait_a_little(*running.process);
    if (!status) {
      result.problem = "it closed its output and kept running";
    } else if (WIFEXITED(*status)) {
      result.is_finished = true;
      result.status = WEXITSTATUS(*status);
    } else {
      result.problem = format("it was ended by signal {}", WTERMSIG(*status));
    }
  }
  result.output = std::move(running.process->output);
  running.process.reset();
}

void JobRunner::work() {
  std::vector<Running> done;
  for (auto at = running_.begin(); at != running_.end();) {
    read_output(*at);
    if (!at->is_at_end && Clock::now() >= at->deadline) {
      at->result.problem = format("it took more than {} seconds", at->job.max_seconds);
      at->is_at_end = true;
    }
    if (!at->is_at_end) {
      ++at;
      continue;
    }
    finish(*at);
    done.push_back(std::move(*at));
    at = running_.erase(at);
  }
  start_waiting();
  // Last: callbacks may start or cancel jobs.
  for (Running& each : done) each.job.done(each.result);
}

}  // namespace drover::lsp
