#include "explorer/graph/scopes.h"

#include <doctest/doctest.h>

namespace drover::scopes_test {

TEST_CASE("another scope of an operation keeps its other tags") {
  Topology ptx;
  ptx.levels = {"sys", "gpu", "cta"};
  const TagSet gpu = TagSet::of(Tag::GpuScope, Tag::GenericProxy);
  const TagSet cta = TagSet::of(Tag::CtaScope, Tag::GenericProxy);
  const TagSet sys = TagSet::of(Tag::SysScope, Tag::GenericProxy);
  CHECK(scope_of(gpu, ptx) == 1);
  CHECK(with_scope(gpu, 2, ptx) == cta);
  CHECK(with_scope(gpu, 0, ptx) == sys);
  CHECK(with_scope(gpu, 1, 2, ptx) == cta);
  CHECK(with_scope(gpu, 0, 2, ptx) == gpu);
}

TEST_CASE("an operation without a scope has no other one") {
  Topology ptx;
  ptx.levels = {"sys", "gpu", "cta"};
  CHECK_FALSE(scope_of(TagSet::of(Tag::WeakAccess), ptx).has_value());
  CHECK_FALSE(scope_of(TagSet(), ptx).has_value());
  CHECK(with_scope(TagSet::of(Tag::WeakAccess), 0, ptx) == TagSet::of(Tag::WeakAccess));
}

}  // namespace drover::scopes_test
