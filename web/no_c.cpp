// C programs are read behind a compiler's preprocessor, which a page does not have.

#include "input/c_fences.h"
#include "input/c_order_sites.h"
#include "input/read_c.h"

namespace drover::input {

void read_c(Subject& subject, const SubjectOptions&) {
  subject.refuse(
      "C programs need a C compiler, for its preprocessor: this page has none, the program "
      "`drover` reads them");
}

// Of a C program, which there is none of.
void find_c_sites(const Subject&, const AccessesByPlace&, OrderSites&) {}
std::vector<TextEdit> c_edits(const std::string&, const ModePlace&, orders::SiteKind,
                              orders::Strength) {
  return {};
}
void add_c_fences(const Subject&, OrderSites&) {}
std::string c_fence(const Subject&, orders::Strength) { return ""; }

}  // namespace drover::input
