#include "serve/page_files.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace drover::page_files_test {
using namespace serve;

TEST_CASE("every file of the page is there, and nothing else") {
  for (const char* path : {"/", "/style.css", "/editor.css", "/editor.js", "/page.js"}) {
    CAPTURE(path);
    const PageFile* file = find_page_file(path);
    REQUIRE(file != nullptr);
    CHECK(!file->text().empty());
  }
  CHECK(find_page_file("/page.js")->type == "text/javascript; charset=utf-8");
  CHECK(find_page_file("/../etc/passwd") == nullptr);
}

TEST_CASE("the page's script starts the playground after all that it uses") {
  const std::string script = find_page_file("/page.js")->text();
  const auto parts = playground_parts();
  const auto start = std::ranges::find(parts, "playground_start", &PagePart::name);
  REQUIRE(start != parts.end());
  CHECK(script.starts_with("'use strict';"));
  CHECK(script.ends_with(std::string(start->text) + "\n})();\n"));
}

TEST_CASE("every script of the page is part of it") {
  const std::string script = find_page_file("/page.js")->text();
  for (const PagePart& part : playground_parts()) {
    const bool is_script = part.name != "page" && part.name != "playground";
    CAPTURE(part.name);
    if (is_script) CHECK(script.find(part.text) != std::string::npos);
  }
}

}  // namespace drover::page_files_test
