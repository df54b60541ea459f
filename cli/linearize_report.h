#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/history_picture.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/histories/history_check.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"

// The answer of `linearize`, as data for its printers.
namespace drover::cli {

enum class LinearizeVerdict : std::uint8_t { Linearizable, Violation, Incomplete };

struct LinearizeReport {
  std::string path;
  std::string model;
  std::string object;  // its name
  std::string kind;    // "queue"
  std::string promise;
  bool is_given_client = false;    // of the file; else the clients were generated
  bool has_store_buffers = false;  // the model's program order is weaker than happens-before
  std::uint64_t clients = 0;       // explored to their ends
  std::size_t operations = 0;      // all clients with so many calls were explored
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  LinearizeVerdict verdict = LinearizeVerdict::Linearizable;
  // The first error, and the run that shows it.
  std::optional<ExplorationResult> run;
  std::size_t error = 0;  // its number in the run
  std::optional<histories::HistoryFault> fault;
  std::vector<std::string> history;  // the calls
  std::optional<drawing::HistoryPicture> picture;
  std::string client;  // a program that shows it; empty: the file itself does
  // The program of the run and its text.
  std::optional<input::Subject> subject;
  double seconds = 0;
  double check_seconds = 0;  // of them, for the calls, by all workers together
};

[[nodiscard]] std::string text_report(const LinearizeReport& report, Colour colour);
[[nodiscard]] std::string json_report(const LinearizeReport& report);

}  // namespace drover::cli
