#include "serve/page_files.h"

#include <algorithm>
#include <array>

#include "report/report_page.h"
#include "support/check.h"

namespace drover::serve {

namespace {

template <typename Parts>
std::string_view part(const Parts& parts, std::string_view name) {
  const auto found =
      std::ranges::find_if(parts, [&](const auto& each) { return each.name == name; });
  DROVER_CHECK(found != parts.end(), "a part of the page is missing");
  return found->text;
}

std::string page() { return std::string(part(playground_parts(), "page")); }

// The playground's styles extend those of reports, so they come last.
std::string style() {
  return std::string(part(report::page_parts(), "style")) +
         std::string(part(playground_parts(), "playground"));
}

// The library comes before its extensions.
std::string editor_script() {
  std::string out;
  for (const std::string_view name :
       {"codemirror", "show-hint", "matchbrackets", "closebrackets"}) {
    out += std::string(part(editor_scripts(), name)) + "\n";
  }
  return out;
}

std::string editor_style() {
  return std::string(part(editor_styles(), "codemirror")) +
         std::string(part(editor_styles(), "show-hint"));
}

// Scripts of reports that draw and explain executions.
constexpr std::array<std::string_view, 12> Shared{
    "elements", "state",   "words",       "highlight", "matrix",     "relations",
    "size",     "picture", "explanation", "view",      "navigation", "details"};
// The playground's own scripts, dependencies first.
constexpr std::array<std::string_view, 20> Own{
    "plain_words", "dialects", "requests", "editor",    "editor_lines",
    "models",      "results",  "tabs",     "share",     "download",
    "gallery",     "generate", "card",     "panels",    "steps",
    "play",        "axioms",   "orders",   "exercises", "playground_start"};

std::string script() {
  std::string out = "'use strict';\n(() => {\n";
  for (const std::string_view name : Shared) {
    out += std::string(part(report::page_parts(), name)) + "\n";
  }
  for (const std::string_view name : Own) out += std::string(part(playground_parts(), name)) + "\n";
  return out + "})();\n";
}

constexpr std::string_view Html = "text/html; charset=utf-8";
constexpr std::string_view Css = "text/css; charset=utf-8";
constexpr std::string_view JavaScript = "text/javascript; charset=utf-8";

constexpr std::array Files{
    PageFile{"/", Html, page},
    PageFile{"/style.css", Css, style},
    PageFile{"/editor.css", Css, editor_style},
    PageFile{"/editor.js", JavaScript, editor_script},
    PageFile{"/page.js", JavaScript, script},
};

}  // namespace

const PageFile* find_page_file(std::string_view path) {
  const auto found = std::ranges::find(Files, path, &PageFile::path);
  return found == Files.end() ? nullptr : &*found;
}

}  // namespace drover::serve
