#include "editing/order_models.h"

#include <doctest/doctest.h>

namespace drover::editing::order_models_test {

TEST_CASE("orders are looked for where modes mean something and stronger ones allow less") {
  CHECK(has_orders("tso"));
  CHECK(has_orders("rc11"));
  CHECK(has_orders("aarch64"));
  CHECK_FALSE(has_orders("sc"));
  CHECK_FALSE(has_orders("imm"));
  CHECK_FALSE(has_orders("lkmm"));
  CHECK_FALSE(has_orders("mine.cat"));
  CHECK_FALSE(has_orders(""));
}

}  // namespace drover::editing::order_models_test
