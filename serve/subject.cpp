#include "serve/subject.h"

namespace drover::serve {

SourceBuffer source_of(const JobRequest& request) {
  const bool is_litmus = input::kind_of_text(request.text) == input::SubjectKind::Litmus;
  const std::string usual = is_litmus ? "test.litmus" : "program.drv";
  return SourceBuffer::from_text(request.name.empty() ? usual : request.name, request.text);
}

input::Subject subject_of(const JobRequest& request) {
  return input::read_subject_text(source_of(request),
                                  {.constants = request.constants, .unroll = request.unroll});
}

}  // namespace drover::serve
