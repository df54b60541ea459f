// C programs are read behind a compiler's preprocessor, which a page does not have.

#include "input/read_c.h"

namespace drover::input {

void read_c(Subject& subject, const SubjectOptions&) {
  subject.refuse(
      "C programs need a C compiler, for its preprocessor: this page has none, the program "
      "`drover` reads them");
}

}  // namespace drover::input
