#include "explorer/graph/scopes.h"

#include <doctest/doctest.h>

namespace drover::scopes_test {

TEST_CASE("narrower and wider scopes of an operation keep its other tags") {
  Topology ptx;
  ptx.levels = {"sys", "gpu", "cta"};
  const TagSet gpu = TagSet::of(Tag::GpuScope, Tag::GenericProxy);
  const TagSet cta = TagSet::of(Tag::CtaScope, Tag::GenericProxy);
  const TagSet sys = TagSet::of(Tag::SysScope, Tag::GenericProxy);
  CHECK(narrower(gpu, ptx) == cta);
  CHECK(wider(gpu, ptx) == sys);
  CHECK_FALSE(narrower(cta, ptx).has_value());
  CHECK_FALSE(wider(sys, ptx).has_value());
}

TEST_CASE("an operation without a scope has no other one") {
  Topology ptx;
  ptx.levels = {"sys", "gpu", "cta"};
  CHECK_FALSE(narrower(TagSet::of(Tag::WeakAccess), ptx).has_value());
  CHECK_FALSE(wider(TagSet(), ptx).has_value());
  CHECK(with_scope(TagSet::of(Tag::WeakAccess), 0, ptx) == TagSet::of(Tag::WeakAccess));
}

}  // namespace drover::scopes_test
