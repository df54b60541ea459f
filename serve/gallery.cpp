#include "serve/gallery.h"

#include <string>

#include "editing/word_meanings.h"
#include "litmus/dialects/dialect.h"
#include "litmus/library.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::serve {

std::string_view shape_of_test(std::string_view name) {
  constexpr std::string_view Double = "2+2W";
  if (name.starts_with(Double)) return Double;
  return name.substr(0, name.find_first_of("+-"));
}

namespace {

// Returns the comment in the first line of an example.
std::string_view first_comment(std::string_view text) {
  constexpr std::string_view Mark = "//";
  if (!text.starts_with(Mark)) return "";
  text = text.substr(0, text.find('\n')).substr(Mark.size());
  return trimmed(text);
}

void add_examples(std::span<const Example> from, std::string_view ending, Json& to) {
  for (const Example& each : from) {
    to.push_back(Json{{"name", format("{}.{}", each.name, ending)},
                      {"about", first_comment(each.text)},
                      {"text", each.text}});
  }
}

}  // namespace

Json gallery_json() {
  Json examples = Json::array();
  add_examples(example_programs(), "drv", examples);
  add_examples(c_examples(), "c", examples);
  Json tests = Json::list(litmus::library_tests(), [&](const litmus::LibraryTest& each) {
    return Json{{"name", each.name},
                {"shape", shape_of_test(each.name)},
                {"language", each.architecture()},
                {"about", each.reason()},
                {"text", each.without_verdicts()}};
  });
  return Json{{"examples", std::move(examples)}, {"tests", std::move(tests)}};
}

Json card_json() {
  Json languages = Json::object();
  const auto add = [&](std::string_view language, std::span<const editing::WordMeaning> words) {
    for (const editing::WordMeaning& each : words) {
      languages[language].push_back(Json{{"form", each.form}, {"text", each.text}});
    }
  };
  for (const std::string_view words : {"core", "modes"}) add("core", editing::vocabulary(words));
  add("cat", editing::vocabulary("cat"));
  const auto add_dialect = [&](std::string_view language) {
    for (const std::string& name : editing::functions_of(language)) {
      const std::string text = editing::describe_function(language, name).value_or("");
      languages[language].push_back(Json{{"form", name}, {"text", text}});
    }
    add(language, editing::instructions_of(language));
    add(language, editing::vocabulary("state"));
  };
  for (const litmus::Dialect* each : litmus::all_dialects()) add_dialect(each->architecture);
  // The kernel's C is known by its words.
  add_dialect("LKMM");
  return languages;
}

}  // namespace drover::serve
