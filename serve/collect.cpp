#include "serve/collect.h"

#include <cctype>
#include <filesystem>
#include <iostream>

#include "support/format.h"
#include "support/write_file.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxStudentSize = 60;
constexpr std::size_t MaxAnswerSize = std::size_t{256} << 10;

// Joins lines: the text stands in one line of the file.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

}  // namespace

std::string file_name_of(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, MaxStudentSize)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (out.ends_with('-')) out.pop_back();
  return out;
}

void collect_answer(const std::string& folder, const Json& request) {
  if (folder.empty()) return;
  const auto member = [&](std::string_view key) { return request.at(key).text().value_or(""); };
  const std::string student = one_line(member("student"));
  const std::string exercise = one_line(member("exercise"));
  const std::string answer = member("answer");
  const std::string who = file_name_of(student);
  const std::string what = file_name_of(exercise);
  if (who.empty() || what.empty() || answer.size() > MaxAnswerSize) return;
  const auto path = std::filesystem::path(folder) / format("{}.{}.txt", who, what);
  const std::string text = format("student: {}\n== {}\n{}{}", student, exercise, answer,
                                  answer.ends_with('\n') ? "" : "\n");
  const std::string complaint = write_whole_file(path, text);
  if (!complaint.empty()) std::cerr << format("drover: --collect: {}\n", complaint);
}

}  // namespace drover::serve
