#include "serve/subject.h"

namespace drover::serve {

SourceBuffer source_of(const JobRequest& request) {
  const input::SubjectKind kind = input::kind_of_text(request.text);
  const std::string usual = kind == input::SubjectKind::Litmus ? "test.litmus"
                            : kind == input::SubjectKind::C    ? "program.c"
                                                               : "program.drv";
  return SourceBuffer::from_text(request.name.empty() ? usual : request.name, request.text);
}

input::Subject subject_of(const JobRequest& request) {
  return input::read_subject_text(source_of(request),
                                  {.constants = request.constants, .unroll = request.unroll});
}

}  // namespace drover::serve
