#include "serve/collect.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "frontend/source.h"
#include "support/format.h"
#include "support/text.h"
#include "support/write_file.h"

namespace drover::serve {

namespace {

// In bytes. A longer name is refused.
constexpr std::size_t MaxStudentSize = 200;
// File systems allow names of 255 bytes.
constexpr std::size_t MaxPartSize = 100;
constexpr std::size_t MaxAnswerSize = std::size_t{256} << 10;
constexpr std::uint32_t MaxAttempts = 1000;

// Joins lines: the text stands in one line of the file.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return std::string(trimmed(text));
}

// Indents lines that would begin another answer.
std::string without_marks(std::string_view answer) {
  if (answer.ends_with('\n')) answer.remove_suffix(1);
  std::string out;
  for (const std::string& line : split(answer, '\n')) {
    if (line.starts_with("==")) out += ' ';
    out += line + "\n";
  }
  return out;
}

Json problem(std::string_view text) { return Json{{"problem", text}}; }

}  // namespace

std::string file_name_of(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t length = std::max<std::size_t>(character_length(name, at), 1);
    const std::string_view character = name.substr(at, length);
    at += length;
    const auto byte = static_cast<unsigned char>(character.front());
    const bool stays = byte >= 0x80 || std::isalnum(byte) != 0 || byte == '-';
    const std::string part = stays         ? std::string(character)
                             : byte == ' ' ? std::string("_")
                                           : format("%{:02X}", byte);
    if (out.size() + part.size() > MaxPartSize) break;
    out += part;
  }
  return out;
}

Json collect_answer(const std::string& folder, const Json& request) {
  const auto member = [&](std::string_view key) { return request.at(key).text().value_or(""); };
  const std::string student = one_line(member("student"));
  const std::string exercise = one_line(member("exercise"));
  const std::string answer = member("answer");
  if (student.empty()) return problem("an answer without a name is not kept");
  if (student.size() > MaxStudentSize) return problem("the name is too long");
  if (answer.size() > MaxAnswerSize) return problem("the answer is too long");
  const std::string stem = format("{}.{}", file_name_of(student), file_name_of(exercise));
  const std::string text =
      format("student: {}\n== {}\n{}", student, exercise, without_marks(answer));
  const auto failed = [&](std::string_view why) {
    std::cerr << format("drover: --collect: {}: {}\n", folder, why);
    return problem("the server cannot write it: tell the teacher");
  };
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (std::uint32_t attempt = 1; attempt <= MaxAttempts; ++attempt) {
    const std::string name = format("{}.{}.txt", stem, attempt);
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    // Takes the name, if it is free: another request may want it, too.
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return failed(std::strerror(errno));
    ::close(file);
    const std::string complaint = write_durable_file(path, text);
    if (!complaint.empty()) {
      std::filesystem::remove(path, error);
      return failed(complaint);
    }
    return Json{{"student", student}, {"exercise", exercise}, {"answer", attempt}, {"file", name}};
  }
  return problem(format("there are {} answers to it already", MaxAttempts));
}

}  // namespace drover::serve
