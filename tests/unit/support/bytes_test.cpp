#include "support/bytes.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace drover {

TEST_CASE("bytes: numbers and texts come back as they were written") {
  ByteWriter out;
  const std::uint64_t numbers[] = {0, 1, 127, 128, 300, std::numeric_limits<std::uint64_t>::max()};
  const std::int64_t both[] = {0,
                               -1,
                               1,
                               -64,
                               64,
                               std::numeric_limits<std::int64_t>::min(),
                               std::numeric_limits<std::int64_t>::max()};
  for (const std::uint64_t number : numbers) out.put(number);
  for (const std::int64_t number : both) out.put_signed(number);
  out.put(std::string_view("a\0b", 3));
  ByteReader in(out.bytes());
  for (const std::uint64_t number : numbers) CHECK(in.get() == number);
  for (const std::int64_t number : both) CHECK(in.get_signed() == number);
  CHECK(in.get_text() == std::string("a\0b", 3));
  CHECK(in.has_ended_well());
}

TEST_CASE("bytes: small numbers are short") {
  ByteWriter out;
  out.put(127);
  out.put_signed(-64);
  CHECK(out.bytes().size() == 2);
}

TEST_CASE("bytes: a reader that runs out of bytes stays failed") {
  ByteWriter out;
  out.put("text");
  const Bytes whole = out.take();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    ByteReader in(std::string_view(whole).substr(0, size));
    static_cast<void>(in.get_text());
    CHECK(in.has_failed());
    CHECK(in.get() == 0);
    CHECK_FALSE(in.has_ended_well());
  }
  ByteReader large("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  static_cast<void>(large.get());
  CHECK(large.has_failed());
  ByteReader limited(std::string_view("\x05", 1));
  CHECK(limited.get_below(5) == 0);
  CHECK(limited.has_failed());
  ByteReader more(std::string_view("\x05\x06", 2));
  CHECK(more.get() == 5);
  CHECK_FALSE(more.has_ended_well());
}

}  // namespace drover
