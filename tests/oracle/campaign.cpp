// A long random campaign:
//
//     drover_campaign [--seed S] [--count N] [--jobs J] [--profile P] [--output DIR]
//
// compares the explorers and the models on N random programs from seed S on. Programs on which
// they disagree are shrunk and printed; with --output they are also written to DIR/red-SEED.drv.
// Exit status 1 if there were any.

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "support/format.h"
#include "support/write_file.h"
#include "tests/oracle/buffering_check.h"
#include "tests/oracle/cross_check.h"
#include "tests/oracle/dpor_check.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/helping.h"
#include "tests/oracle/orders_check.h"
#include "tests/oracle/promising_check.h"
#include "tests/oracle/purity_check.h"
#include "tests/oracle/scopes_check.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/values.h"
#include "tests/support/program_text.h"

namespace {

using drover::format;
using drover::oracle::Agreement;
using drover::oracle::CrossCheckResult;

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 20'000;
  std::uint64_t jobs = 1;
  bool is_helping = false;
  bool is_purity = false;
  bool is_dpor = false;           // `dpor` against `interleave` only, which is quick
  bool is_waiting = false;        // and loops with and without reductions
  bool is_buffering = false;      // `lb` against `enumerate` only, under its models
  bool is_orders = false;         // `relax` and `repair` against trying every assignment of modes
  bool is_promises = false;       // `interleave` against `enumerate` under aarch64 and riscv
  bool is_machine_tests = false;  // the same, on litmus tests of these machines
  bool is_scopes = false;         // `spore` against `enumerate` under a model with scopes
  bool is_values = false;         // `rvf` against `enumerate` only, under sc
  std::string output;             // the folder for programs that show a disagreement; empty: none
  drover::oracle::GeneratorOptions generator;
};

bool parse(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string_view value = argv[i + 1];
    if (name == "--output") {
      arguments.output = value;
      continue;
    }
    if (name == "--profile" && value == "helping") {
      arguments.is_helping = true;
      continue;
    }
    if (name == "--profile" && value == "purity") {
      arguments.is_purity = true;
      continue;
    }
    if (name == "--profile" && value == "machine-tests") {
      arguments.is_machine_tests = true;
      continue;
    }
    if (name == "--profile" && value == "scoped-orders") {
      arguments.is_orders = true;
      arguments.generator = *drover::oracle::profile_options("scopes");
      arguments.generator.max_events = 6;
      continue;
    }
    if (name == "--profile" && value == "promises") {
      arguments.is_promises = true;
      arguments.generator = *drover::oracle::profile_options("machines");
      arguments.generator.chances.spawn = 8;
      continue;
    }
    if (name == "--profile" && value == "values") {
      arguments.is_values = true;
      arguments.generator = drover::oracle::values_options();
      continue;
    }
    if (name == "--profile") {
      arguments.is_dpor = value == "dpor";
      arguments.is_orders = value == "orders";
      arguments.is_waiting = value == "waiting";
      arguments.is_scopes = value == "scopes";
      arguments.is_buffering = arguments.is_waiting || value == "buffering" ||
                               value == "large-buffering" || value == "machines";
      const auto options = drover::oracle::profile_options(value);
      if (!options) return false;
      arguments.generator = *options;
      continue;
    }
    std::uint64_t* target = name == "--seed"    ? &arguments.seed
                            : name == "--count" ? &arguments.count
                            : name == "--jobs"  ? &arguments.jobs
                                                : nullptr;
    if (target == nullptr) return false;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *target);
    if (error != std::errc() || end != value.data() + value.size()) return false;
  }
  return argc % 2 == 1 && arguments.jobs > 0;
}

struct Totals {
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> agreed{0};
  std::atomic<std::uint64_t> too_large{0};
  std::atomic<std::uint64_t> disagreed{0};
  std::atomic<std::uint64_t> executions{0};
  std::atomic<std::uint64_t> accepted{0};  // helping: pairs of program and model, annotations right
  std::map<std::string, std::uint64_t> by_model;  // programs compared; guarded, like the output
  std::mutex printing;
};

CrossCheckResult check(const std::string& source, std::uint64_t seed, const Arguments& arguments) {
  if (arguments.is_orders) return drover::oracle::check_orders(source, {.seed = seed});
  if (arguments.is_values) return drover::oracle::check_values(source).check;
  if (arguments.is_scopes) {
    const drover::Program program = drover::testing::program_from(source);
    CrossCheckResult result = drover::oracle::check_scopes(program);
    if (result.agreement == Agreement::Disagrees) return result;
    CrossCheckResult machines = drover::oracle::check_machines(program);
    machines.models.insert(machines.models.end(), result.models.begin(), result.models.end());
    machines.executions += result.executions;
    if (result.agreement == Agreement::Agrees && machines.agreement == Agreement::TooLarge) {
      machines.agreement = Agreement::Agrees;
    }
    return machines;
  }
  if (arguments.is_promises) {
    return drover::oracle::check_promises(drover::testing::program_from(source));
  }
  if (arguments.is_buffering) {
    const drover::Program program = drover::testing::program_from(source);
    drover::oracle::BufferingLimits limits;
    if (arguments.is_waiting) limits.unroll = 2;
    CrossCheckResult result = drover::oracle::check_buffering(program, limits);
    if (arguments.is_waiting && result.agreement != Agreement::Disagrees) {
      drover::oracle::check_waits(program, {.max_executions = 3000}, result);
    }
    return result;
  }
  if (!arguments.is_dpor) return drover::oracle::cross_check(source);
  return drover::oracle::check_dpor(drover::testing::program_from(source), 20'000);
}

// Prints a program that shows a disagreement, and writes it if a folder was named.
void tell(std::uint64_t seed, const std::string& what, const std::string& source,
          const Arguments& arguments, Totals& totals) {
  const std::scoped_lock lock(totals.printing);
  std::fputs(format("seed {}:\n{}{}\n", seed, what, source).c_str(), stdout);
  std::fflush(stdout);
  if (arguments.output.empty()) return;
  const auto path = std::filesystem::path(arguments.output) / format("red-{}.drv", seed);
  const std::string complaint = drover::write_whole_file(path, source);
  if (!complaint.empty()) std::fputs(format("drover_campaign: {}\n", complaint).c_str(), stderr);
}

void report(std::uint64_t seed, const drover::oracle::GeneratedProgram& program,
            const Arguments& arguments, Totals& totals) {
  const auto smallest = shrink(program, [&](const std::string& source) {
    return check(source, seed, arguments).agreement == Agreement::Disagrees;
  });
  const std::string source = to_source(smallest);
  tell(seed, check(source, seed, arguments).what, source, arguments, totals);
}

void count(const CrossCheckResult& result, Totals& totals) {
  totals.executions += result.executions;
  totals.agreed += result.agreement == Agreement::Agrees ? 1 : 0;
  totals.too_large += result.agreement == Agreement::TooLarge ? 1 : 0;
  totals.disagreed += result.agreement == Agreement::Disagrees ? 1 : 0;
  const std::scoped_lock lock(totals.printing);
  for (const std::string& model : result.models) ++totals.by_model[model];
}

void check_loops(std::uint64_t seed, const Arguments& arguments, Totals& totals) {
  const std::string source = drover::oracle::random_loops(seed);
  const CrossCheckResult result = drover::oracle::check_purity(source);
  count(result, totals);
  if (result.agreement == Agreement::Disagrees) tell(seed, result.what, source, arguments, totals);
}

void check_helping_program(std::uint64_t seed, const Arguments& arguments, Totals& totals) {
  const std::string source = drover::oracle::helping_program(seed);
  const auto result = drover::oracle::check_helping(source);
  count(result.check, totals);
  totals.accepted += static_cast<std::uint64_t>(result.accepted);
  if (result.check.agreement != Agreement::Disagrees) return;
  tell(seed, result.check.what, source, arguments, totals);
}

void check_machine_test(std::uint64_t seed, const Arguments& arguments, Totals& totals) {
  const std::string test = drover::oracle::random_machine_test(seed);
  const CrossCheckResult result = drover::oracle::check_promises_of_test(test);
  count(result, totals);
  if (result.agreement != Agreement::Disagrees) return;
  tell(seed, result.what, test, arguments, totals);
}

void work(const Arguments& arguments, Totals& totals) {
  for (std::uint64_t i = totals.next++; i < arguments.count; i = totals.next++) {
    const std::uint64_t seed = arguments.seed + i;
    if (arguments.is_purity) {
      check_loops(seed, arguments, totals);
      continue;
    }
    if (arguments.is_machine_tests) {
      check_machine_test(seed, arguments, totals);
      continue;
    }
    if (arguments.is_helping) {
      check_helping_program(seed, arguments, totals);
      continue;
    }
    const auto program = drover::oracle::generate(seed, arguments.generator);
    const CrossCheckResult result = check(to_source(program), seed, arguments);
    count(result, totals);
    if (result.agreement == Agreement::Disagrees) report(seed, program, arguments, totals);
  }
}

// Called first, so that a wrong --output is found before the campaign.
bool make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return true;
  std::fputs(format("drover_campaign: --output `{}`: {}\n", path, error.message()).c_str(), stderr);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fputs(
        "usage: drover_campaign [--seed S] [--count N] [--jobs J] "
        "[--profile "
        "general|symmetry|locks|awaits|retries|spawns|choices|helping|dpor|purity|values|"
        "orders|scopes|scoped-orders|buffering|large-buffering|machines|waiting|promises|"
        "machine-tests] "
        "[--output DIR]\n",
        stderr);
    return 2;
  }
  if (!arguments.output.empty() && !make_folder(arguments.output)) return 2;
  const auto start = std::chrono::steady_clock::now();
  Totals totals;
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t i = 0; i < arguments.jobs; ++i) {
      workers.emplace_back([&] { work(arguments, totals); });
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::fputs(format("{} programs from seed {}: {} agree, {} disagree, {} too large; {} executions "
                    "under all models; {:.0f} s\n",
                    arguments.count, arguments.seed, totals.agreed.load(), totals.disagreed.load(),
                    totals.too_large.load(), totals.executions.load(), seconds.count())
                 .c_str(),
             stdout);
  for (const auto& [model, programs] : totals.by_model) {
    std::fputs(format("{} compared under {}\n", programs, model).c_str(), stdout);
  }
  if (arguments.is_helping) {
    std::fputs(format("annotations are right in {} of {} cases (six models)\n",
                      totals.accepted.load(), 6 * arguments.count)
                   .c_str(),
               stdout);
  }
  return totals.disagreed == 0 ? 0 : 1;
}
