#include <set>
#include <sstream>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/schemas.h"
#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

class SchemaArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {
        {.names = "COMMAND",
         .text =
             "a command, such as `check` or `models compare`; none: list those that have a schema",
         .target = &words_,
         .proposals = proposals()}};
  }

  [[nodiscard]] Command take() {
    SchemaCommand command{joined(words_, " ")};
    if (command.name.empty() || find_schema(command.name) != nullptr) return command;
    const std::vector<std::string> names = schema_names();
    throw WrongArgument(
        "schema", format("`{}` is not a command that prints JSON{} (there are: {})", command.name,
                         suggestion(command.name, names), joined(names, ", ")));
  }

 private:
  // Completions are single words: `models`, `compare`.
  [[nodiscard]] static std::vector<std::string> proposals() {
    std::set<std::string> all;
    for (const std::string& name : schema_names()) {
      std::istringstream stream(name);
      for (std::string word; stream >> word;) all.insert(word);
    }
    return {all.begin(), all.end()};
  }

  std::vector<std::string> words_;
};

}  // namespace

CommandDescription describe_schema() {
  return describe<SchemaArguments>(
      "schema", "JSON Schemas of what commands print with --json",
      {{ExitVerified, "listed or shown"}, BadInputMeaning, FaultMeaning});
}

}  // namespace drover::cli
