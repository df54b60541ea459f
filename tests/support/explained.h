#pragma once

#include <string>
#include <vector>

#include "analysis/explain/explain.h"
#include "analysis/explain/outcome.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::testing {

// A program with one condition, and the explanation of that condition under some models.
struct Explained {
  Explained(const std::string& text, const std::vector<std::string>& model_names,
            const explain::ExplainOptions& options = {})
      : program(program_from(text)),
        outcome(explain::outcome_of(program, program.conditions.front())) {
    std::vector<const MemoryModel*> models;
    for (const std::string& name : model_names) models.push_back(find_model(name));
    explanation = explain::explain(program, outcome, models, options);
  }

  [[nodiscard]] const explain::ModelAnswer& answer(std::size_t i = 0) const {
    return explanation.answers[i];
  }
  [[nodiscard]] std::string ladder() const {
    std::string text;
    for (const explain::LadderRung& rung : explanation.ladder) {
      text += rung.verdict == explain::OutcomeVerdict::Allowed     ? 'a'
              : rung.verdict == explain::OutcomeVerdict::Forbidden ? 'f'
                                                                   : '?';
    }
    return text;
  }

  Program program;
  explain::Outcome outcome;
  explain::Explanation explanation;
};

inline const std::string MessagePassing =
    "shared x, y;\n"
    "thread w { x@rlx := 1; y@rel := 1; }\n"
    "thread r { a := y@acq; b := x@rlx; }\n";

}  // namespace drover::testing
