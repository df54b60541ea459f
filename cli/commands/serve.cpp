#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <variant>

#include "classroom/pack.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "drawing/execution_picture.h"
#include "input/subject.h"
#include "serve/http_message.h"
#include "serve/job_request.h"
#include "serve/jobs.h"
#include "serve/server.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

void open_browser(const std::string& address) {
  std::string program = "xdg-open";
  std::string argument = address;
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t process = 0;
  const int failure =
      ::posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments.data(), environ);
  int status = 0;
  const bool has_failed = failure != 0 || ::waitpid(process, &status, 0) != process || status != 0;
  if (has_failed) {
    write(Stream::Error, format("drover: --open: no browser could be started: open {}\n", address));
  }
}

// Makes a path absolute: runs use another folder.
bool make_absolute(std::string& path) {
  std::error_code error;
  path = std::filesystem::absolute(path, error).string();
  return !error;
}

// ---- Jobs that are commands

InputOptions input_of(const serve::JobRequest& request) {
  return {.files = {std::string(input::StandardInputPath)},
          .constants = request.constants,
          .colour = ColourChoice::Never,
          .standard_input = request.text,
          .model_options = request.model_options};
}

CheckCommand check_command(const serve::JobRequest& request) {
  CheckCommand command;
  command.input = input_of(request);
  command.unroll = request.unroll.value_or(command.unroll);
  if (!request.models.empty()) command.models = request.models;
  command.format = ReportFormat::Json;
  command.errors = ErrorLimit::All;
  command.max_seconds = request.seconds / static_cast<double>(command.models.size());
  command.progress = ProgressFormat::None;
  return command;
}

LitmusCommand litmus_command(const serve::JobRequest& request, const std::string& model) {
  LitmusCommand command;
  command.input = input_of(request);
  command.model = model;
  command.unroll = request.unroll.value_or(command.unroll);
  command.format = ReportFormat::Json;
  command.max_seconds =
      request.seconds / static_cast<double>(std::max<std::size_t>(request.models.size(), 1));
  command.progress = ProgressFormat::None;
  return command;
}

int run_check_job(const serve::JobRequest& request) {
  if (input::kind_of_text(request.text) != input::SubjectKind::Litmus) {
    return run(check_command(request));
  }
  if (request.models.empty()) return run(litmus_command(request, ""));
  int status = ExitVerified;
  for (const std::string& model : request.models) {
    status = worse(status, run(litmus_command(request, model)));
  }
  return status;
}

int run_explain_job(const serve::JobRequest& request) {
  ExplainCommand command;
  command.input = input_of(request);
  command.unroll = request.unroll;
  command.models = request.models;
  const std::string outcome = request.string_member("outcome");
  if (!outcome.empty()) command.outcome = outcome;
  command.format = ReportFormat::Json;
  command.max_seconds = request.seconds;
  return run(command);
}

int run_draw_job(const serve::JobRequest& request) {
  DrawCommand command;
  command.input = input_of(request);
  command.unroll = request.unroll;
  if (!request.models.empty()) command.model = request.models.front();
  const std::string name = request.string_member("format");
  command.format = drawing::format_of_file(format("picture.{}", name.empty() ? "svg" : name));
  const bool is_text = command.format && *command.format != drawing::PictureFormat::Png &&
                       *command.format != drawing::PictureFormat::Pdf;
  if (!is_text) return refuse("`format` is svg, tex, dot or txt");
  const std::string select = request.string_member("select");
  command.select = {select.empty() ? "1" : select};
  command.max_seconds = request.seconds;
  return run(command);
}

}  // namespace

int run(const serve::ServeOptions& asked) {
  serve::ServeOptions options = asked;
  for (std::string& path : options.exercises) {
    if (!make_absolute(path)) return refuse(format("--exercises: no folder `{}`", path));
  }
  const classroom::Pack pack(options.exercises, Colour::Off);
  if (!pack.complaints().empty()) {
    write(Stream::Error, pack.complaints());
    return ExitBadInput;
  }
  if (!options.collect.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.collect, error);
    if (error || !make_absolute(options.collect)) {
      return refuse(format("--collect: cannot make `{}`: {}", options.collect, error.message()));
    }
  }
  const InterruptGuard guard;
  const std::string why = serve::run_server(options, [&](const std::string& address) {
    write(Stream::Output, format("Drover serves {}\nCtrl-C stops it.\n", address));
    std::cout.flush();
    if (!serve::is_loopback(options.address)) {
      write(Stream::Error,
            "drover: other machines may use this server: runs have limits, but users are not "
            "authenticated\n");
    }
    if (options.opens) open_browser(address);
  });
  if (!why.empty()) return refuse(why);
  return ExitVerified;
}

int run(const ServeJob&) {
  const auto read = serve::read_job(input::read_standard_input());
  if (const auto* complaint = std::get_if<std::string>(&read)) return refuse(*complaint);
  const auto& request = std::get<serve::JobRequest>(read);
  if (request.job == "check") return run_check_job(request);
  if (request.job == "explain") return run_explain_job(request);
  const std::optional<serve::JobAnswer> answer = serve::run_job(request);
  if (!answer && request.job == "draw") return run_draw_job(request);
  if (!answer) return refuse(format("there is no job `{}`", request.job));
  write(Stream::Error, answer->complaints);
  write(Stream::Output, answer->output);
  return answer->status;
}

}  // namespace drover::cli
