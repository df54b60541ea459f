#include "explorer/work/place.h"

#include <doctest/doctest.h>

namespace drover::work::place_test {

TEST_CASE("places: a part comes after the whole, and before what was split off earlier") {
  const Place whole;
  const Place first = whole.part(0);
  const Place second = whole.part(1);
  CHECK(whole < second);
  CHECK(second < first);
  // Parts of a part stay where it is.
  CHECK(second < second.part(0));
  CHECK(second.part(5) < second.part(0));
  CHECK(second.part(0) < first);
  CHECK(first < first.part(0));
}

TEST_CASE("places: come back as they were written") {
  const Place place = Place().part(3).part(0).part(70'000);
  ByteWriter out;
  place.write(out);
  ByteReader in(out.bytes());
  CHECK(Place::read(in) == place);
  CHECK(in.has_ended_well());
}

}  // namespace drover::work::place_test
