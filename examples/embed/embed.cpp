// Checks a program under a model with libdrover, and prints each complete execution.
//
// usage: embed FILE [MODEL]
#include <drover/drover.h>

#include <iostream>

int main(int argc, char** argv) {
  namespace api = drover::api;
  if (argc < 2) {
    std::cerr << "usage: embed FILE [MODEL]\n";
    return 2;
  }
  const api::Loaded loaded = api::load_file(argv[1]);
  std::cerr << loaded.messages;
  if (!loaded.program) return 2;

  std::size_t shown = 0;
  api::Options options;
  if (argc > 2) options.model = argv[2];
  options.all_errors = true;
  options.on_execution = [&](const api::Execution& execution) {
    if (execution.end() != api::ExecutionEnd::Complete) return true;
    std::cout << "execution " << ++shown << "\n";
    for (std::size_t thread = 0; thread < execution.threads().size(); ++thread) {
      std::cout << "  " << execution.threads()[thread] << ":";
      for (const api::Event& event : execution.events(thread)) std::cout << "  " << event.text;
      std::cout << "\n";
    }
    return true;
  };
  options.on_restart = [&] { shown = 0; };

  const api::Report report = api::check(*loaded.program, options);
  if (report.verdict == api::Verdict::Invalid) {
    std::cerr << report.complaint << "\n";
    return 2;
  }
  std::cout << report.executions << " executions under " << report.model << "\n";
  for (const api::Condition& condition : report.conditions) {
    std::cout << condition.kind << " (" << condition.text
              << "): " << (condition.holds ? "yes" : "no") << "\n";
  }
  return report.verdict == api::Verdict::Violation ? 1 : 0;
}
