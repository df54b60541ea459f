#include "tests/oracle/generator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/oracle/rapidcheck_programs.h"
#include "tests/oracle/repair.h"
#include "tests/oracle/shrink.h"

namespace drover::oracle::generator_test {
namespace {

// Returns patterns that the texts of some programs must match, in the order of the language's
// tables.
const std::vector<std::string>& features() {
  static const std::vector<std::string> patterns = {
      R"(const N = 2;)", R"(shared [^;]*\ba\d\[2\])", R"(shared [^;]*\ba\d\[N\])",
      R"(shared x = \d)", R"(= \{\d)", R"(shared na d\d)", R"(struct Node \{ value; next; \})",
      R"(struct Node \{ na value; next; \})",
      // Loads and stores, in every spelling and mode.
      R"(r\d := x;)", R"(r\d := x@rlx;)", R"(r\d := x@acq;)", R"(r\d := x@sc;)", R"(load\(x\))",
      R"(load@rlx\()", R"(load@acq\()", R"(load@sc\()", R"(load@na\()", R"(:= d\d@na;)", R"(x := )",
      R"(x@rlx := )", R"(x@rel := )", R"(x@sc := )", R"(d\d@na := )", R"(store\(x, )",
      R"(store@rlx\()", R"(store@rel\()", R"(store@sc\()", R"(store@na\()",
      // Places.
      R"(a0\[1\]@rel := )", R"(a0\[r\d & 1\])", R"(a0\[i\])", R"(p0 := &x;)", R"(p0 := &a\d\[)",
      R"(\*p\d := )", R"(\*p\d@rel := )", R"(:= \*p\d@acq)", R"(p\d->value)", R"(p\d->next)",
      R"(p\d := alloc Node;)", R"(p\d := alloc\(2\);)", R"(\*\(p\d \+ 1\))", R"(free\(p\d\);)",
      R"(q@rel := p\d;)", R"(cas[^(]*\(q, 0, p\d\))",
      // Read-modify-writes.
      R"(\bcas\()", R"(cas@rlx\()", R"(cas@acq\()", R"(cas@rel\()", R"(cas@acqrel\()",
      R"(cas@sc\()", R"(cas@acqrel,rlx\()", R"(cas@sc,acq\()", R"(cas@rel,sc\()", R"(cmpxchg\()",
      R"(cmpxchg@acqrel\()", R"(cmpxchg@sc,rlx\()", R"(xchg@acq\()", R"(\bfaa\()", R"(faa@rlx\()",
      R"(faa@acq\()", R"(faa@rel\()", R"(faa@acqrel\()", R"(faa@sc\()", R"(fas@)", R"(fand@)",
      R"(\bfor@rlx\()", R"( \bfor\()", R"(fxor@)", R"(\n  faa)", R"(if \(cas)",
      // Fences, awaits, locks.
      R"(fence@acq;)", R"(fence@rel;)", R"(fence@acqrel;)", R"(fence@sc;)", R"(await\()",
      R"(await@rlx\()", R"(await@acq\()", R"(await@sc\()", R"(await[^(]*\(x == )",
      R"(await[^(]*\(x != )", R"(await[^(]*\(x > )", R"(await[^(]*\(x >= )", R"(await[^(]*\(x < )",
      R"(await[^(]*\(x == \d \|\| x == )", R"(\n  await)", R"(lock\(m\);)", R"(unlock\(m\);)",
      // Control flow.
      R"(assume\()", R"(assert\()", R"(assert\([^;]*, "why"\);)", R"(error;)", R"(block;)",
      R"(if \(r\d [=!<>]+ \d\))", R"(if \(x@?\w* [=!<>]+ \d)", R"(\} else \{)",
      R"(while \(k0 < 2\))", R"(while \(x [=!<>]+ \d && k0 < \d\))", R"(do \{)",
      R"(for \(k0 := 0; k0 < \d; k0 := k0 \+ 1\))", R"(break;)", R"(continue;)", R"(return;)",
      R"(fn f\(\))", R"(fn f\(v0\))", R"(fn f\(p0, v1\))", R"(fn g\()", R"(return \w+;)",
      R"(r\d := f\()", R"(\n  f\()", R"(f\(&x)",
      // Items.
      R"(thread w\(i in 0\.\.1\))", R"(thread w\(i in 1\.\.N\))", R"(thread w\(i in 0\.\.N - 1\))",
      R"(thread T0 \{)", R"(init \{)", R"(final \{)", R"(exists \()", R"(forbid \()",
      R"(forall \()", R"(exists [^;]*T0:r0 == )", R"(exists [^;]*w1:r0 )", R"(exists [^;]*\bx == )",
      R"(exists [^;]*a0\[1\] == )", R"(exists [^;]*final:r0)", R"(exists [^;]*init:r0)",
      // Expressions.
      R"( \+ )", R"( - )", R"( \* )", R"( / \d)", R"( % \d)", R"([/%] r\d)", R"( << )", R"( >> )",
      R"( & )", R"( \| )", R"( \^ )", R"( && )", R"( \|\| )", R"( \? .* : )", R"(:= -)", R"(~)",
      R"(!\()"};
  return patterns;
}

std::size_t instances(const GeneratedProgram& program) {
  std::size_t result = 0;
  for (const ThreadDecl& thread : program.threads) result += thread.instances();
  return result;
}

}  // namespace

TEST_CASE("a seed always gives the same program") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    CHECK(generate(seed) == generate(seed));
  }
  CHECK(to_source(generate(1)) != to_source(generate(2)));
}

TEST_CASE("every construct of the language is generated") {
  std::vector<std::regex> missing;
  std::vector<std::string> names;
  for (const std::string& pattern : features()) {
    missing.emplace_back(pattern);
    names.push_back(pattern);
  }
  for (std::uint64_t seed = 0; seed < 20000 && !missing.empty(); ++seed) {
    const std::string source = to_source(generate(seed));
    for (std::size_t i = missing.size(); i-- > 0;) {
      if (!std::regex_search(source, missing[i])) continue;
      missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (const std::string& name : names) FAIL_CHECK("never generated: " << name);
}

TEST_CASE("annotated calls and unbounded loops are generated on request only") {
  GeneratorOptions options;
  options.chances.annotation = 60;
  options.weights.spin = 10;
  const std::regex annotated(R"((main|help) (f|cas)[(@])");
  const std::regex spinning(R"(while \(x[@a-z]* [!=]= \d\) \{\n *\})");
  std::map<std::string, int> found;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    CHECK_FALSE(std::regex_search(to_source(generate(seed)), annotated));
    CHECK_FALSE(std::regex_search(to_source(generate(seed)), spinning));
    if (std::regex_search(to_source(generate(seed, options)), annotated)) ++found["annotated"];
    if (std::regex_search(to_source(generate(seed, options)), spinning)) ++found["spinning"];
  }
  CHECK(found["annotated"] > 20);
  CHECK(found["spinning"] > 20);
}

TEST_CASE("weights and chances of 0 leave a construct out") {
  GeneratorOptions options;
  options.weights.rmw = options.weights.cas = options.weights.heap = options.weights.loop = 0;
  options.chances.mode = options.chances.array = options.chances.family = 0;
  const std::regex excluded(R"(cas|xchg|faa|fand|fxor|while|x@|\[|w\()");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string source = to_source(generate(seed, options));
    CAPTURE(source);
    CHECK_FALSE(std::regex_search(source, excluded));
  }
}

TEST_CASE("programs keep to the limits of their size") {
  for (const int threads : {1, 2, 4}) {
    GeneratorOptions options;
    options.max_threads = threads;
    options.max_events = threads == 4 ? 12 : 9;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
      const GeneratedProgram program = generate(seed, options);
      CAPTURE(to_source(program));
      CHECK(max_events(program) <= options.max_events);
      CHECK(instances(program) >= 1);
      CHECK(instances(program) <= static_cast<std::size_t>(threads));
      for (const ThreadDecl& thread : program.threads) {
        CHECK(max_events(thread.body, program.functions) <= options.max_events_per_thread);
      }
      REQUIRE_FALSE(program.conditions.empty());
      CHECK(program.conditions[0].kind == "exists");
    }
  }
}

TEST_CASE("generated programs need no repair, and neither do their simplifications") {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const GeneratedProgram program = generate(seed);
    CAPTURE(seed);
    CHECK(to_source(repair(program)) == to_source(program));
    if (seed % 50 != 0) continue;
    for (const GeneratedProgram& simpler : simplifications(program)) {
      CHECK(to_source(repair(simpler)) == to_source(simpler));
    }
  }
}

TEST_CASE("simplifications are smaller and different") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GeneratedProgram program = generate(seed);
    CAPTURE(seed);
    for (const GeneratedProgram& simpler : simplifications(program)) {
      CHECK(size(simpler) < size(program));
      CHECK(to_source(simpler) != to_source(program));
      CHECK_FALSE(simpler.threads.empty());
    }
  }
}

TEST_CASE("shrinking keeps what fails and drops the rest") {
  const auto has_exchange = [](const std::string& source) {
    return source.find("xchg@acq(x") != std::string::npos;
  };
  int shrunk = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const GeneratedProgram program = generate(seed);
    if (!has_exchange(to_source(program))) continue;
    const std::string source = to_source(shrink(program, has_exchange));
    CAPTURE(source);
    CHECK(has_exchange(source));
    CHECK(std::ranges::count(source, '\n') <= 7);
    ++shrunk;
  }
  CHECK(shrunk > 5);
}

TEST_CASE("shrinking stops when its budget is used up") {
  std::size_t asked = 0;
  shrink(
      generate(3), [&](const std::string&) { return ++asked, false; }, 5);
  CHECK(asked == 5);
}

TEST_CASE("a program that always fails shrinks to almost nothing") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const GeneratedProgram least = shrink(generate(seed), [](const std::string&) { return true; });
    CHECK(max_events(least) == 0);
    CHECK(least.threads.size() == 1);
  }
}

TEST_CASE("operators are printed with the parentheses that C needs") {
  const Expr r = named(ExprKind::Register, "r");
  const auto binary = [](const char* op, Expr a, Expr b) {
    return make_expr(ExprKind::Binary, op, {std::move(a), std::move(b)});
  };
  CHECK(to_source(binary("*", binary("+", r, number(1)), r)) == "(r + 1) * r");
  CHECK(to_source(binary("-", r, binary("-", r, number(1)))) == "r - (r - 1)");
  CHECK(to_source(binary("&&", binary("||", r, r), binary("==", r, number(0)))) ==
        "(r || r) && r == 0");
  CHECK(to_source(make_expr(ExprKind::Unary, "-", {number(-1)})) == "-(-1)");
  CHECK(to_source(make_expr(ExprKind::Deref, {}, {binary("+", r, number(1))})) == "*(r + 1)");
}

TEST_CASE("RapidCheck generates programs and shrinks them") {
  CHECK(rc::check("programs keep to their budget", [](const GeneratedProgram& program) {
    RC_ASSERT(max_events(program) <= GeneratorOptions().max_events);
  }));
  const rc::Shrinkable<GeneratedProgram> root = arbitrary_program()(rc::Random(7), 100);
  const std::size_t whole = size(root.value());
  auto shrinks = root.shrinks();
  const auto first = shrinks.next();
  REQUIRE(static_cast<bool>(first));
  CHECK(size(first->value()) < whole);
}

}  // namespace drover::oracle::generator_test
