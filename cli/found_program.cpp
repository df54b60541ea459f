#include "cli/found_program.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "explorer/explore.h"
#include "input/subject.h"
#include "litmus/run_litmus.h"
#include "support/format.h"

namespace drover::cli {

namespace {

ExplorerOptions reference_options(const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Enumerate;
  options.reductions = ReductionSet::none();
  return options;
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain = std::filesystem::path(name).stem().string();
  const auto is_fine = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::ranges::replace_if(plain, std::not_fn(is_fine), '_');
  return plain;
}

std::shared_ptr<const Program> found_program(const std::string& core) {
  const input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("found.drv", core), {.as = input::SubjectKind::Core});
  if (!subject.program) throw std::logic_error("a program that is found is not well-formed");
  return subject.program;
}

bool reaches(const Program& program, const MemoryModel& model) {
  return explore(program, reference_options(model)).conditions.front().witnesses > 0;
}

bool litmus_reaches(const std::string& text, const MemoryModel& model) {
  input::Subject subject = input::read_subject_text(SourceBuffer::from_text("found.litmus", text),
                                                    {.as = input::SubjectKind::Litmus});
  if (!subject.test()) {
    throw std::logic_error("a litmus test that is found is not well-formed");
  }
  ExplorerOptions options = litmus::herd_options(*subject.test(), model);
  options.algorithm = AlgorithmKind::Enumerate;
  const ExplorationResult result = explore(*subject.program, options);
  return litmus::judge(*subject.test(), result).satisfying > 0;
}

std::string printed(const std::optional<std::string>& text) {
  if (!text) throw std::logic_error("a program that is found cannot be printed");
  return *text;
}

void confirm(bool is_so, const std::string& name) {
  if (is_so) return;
  throw std::logic_error(format("the search and `--algo enumerate` disagree on {}", name));
}

}  // namespace drover::cli
