#pragma once

#include <memory>
#include <string>

#include "explorer/graph/graph_names.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

[[nodiscard]] inline GraphNames names_of(const std::shared_ptr<const ProgramAutomata>& automata) {
  GraphNames names;
  names.architecture = automata->program().architecture;
  names.places = std::shared_ptr<const CodePlaces>(automata, &automata->program().places);
  for (const Thread& thread : automata->program().threads) {
    names.threads.push_back(thread.name);
    names.is_spawned.push_back(thread.origin.has_value());
  }
  names.location = [automata](LocationId location) { return automata->locations().name(location); };
  names.value = [automata](Value value) { return automata->locations().value_text(value); };
  names.mark = [automata](const Event& event) {
    const AnnotatedCall& call = automata->thread(event.thread).call(event.label);
    std::string values;
    for (const Value value : call.arguments) {
      values += (values.empty() ? "" : ", ") + automata->locations().value_text(value);
    }
    if (event.label.is_begin) return "begin " + call.function + "(" + values + ")";
    return "end " + call.function + (values.empty() ? "" : " → " + values);
  };
  return names;
}

}  // namespace drover
