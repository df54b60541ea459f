#include "explorer/findings/annotations.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::annotations_test {

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ExplorationResult run(const Program& program, const std::string& model,
                      ReductionSet reductions = ReductionSet::all()) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  return explore(program, options);
}

ReductionSet without_helping() {
  ReductionSet reductions = ReductionSet::all();
  reductions.erase(Reduction::Helping);
  return reductions;
}

// Kind and message of each error, one per line.
std::string errors_of(const std::string& text, const std::string& model) {
  const Program program = testing::program_from(text);
  std::string errors;
  for (const ReportedError& error : run(program, model).errors) {
    errors += std::string(error_kind_name(error.kind)) + ": " + words::error_text(error) + "\n";
  }
  return errors;
}

// Every error of the program must contain `part`, and there must be one.
void check_reported(const std::string& text, const std::string& model, const std::string& part) {
  CAPTURE(text);
  CAPTURE(model);
  const std::string errors = errors_of(text, model);
  CAPTURE(errors);
  CHECK(errors.starts_with("annotation: "));
  CHECK(contains(errors, part));
}

void check_accepted(const std::string& text, const std::string& model) {
  CAPTURE(text);
  CAPTURE(model);
  CHECK(errors_of(text, model).empty());
}

const std::string Shared = "shared x, y, step, flag;";
const std::string Cas = "cas@acqrel,acq(x, 0, 2); ";
const std::string Helper = "thread helper { s := step@acq; if (s == 1) { help " + Cas + "} }";

// An owner that says in `step` what it is about to do, and a helper that does it instead.
std::string helped(const std::string& owner, const std::string& more = "") {
  return Shared + "thread owner { " + owner + " }" + Helper + more;
}

const std::vector<std::string> Models{"sc", "tso", "sra", "ra", "rc11", "rc20"};

}  // namespace

TEST_CASE("annotations: the models in which modes decide have a rule of their own") {
  for (const MemoryModel* model : all_models()) {
    const bool has_modes = model->name() == "rc11" || model->name() == "rc20";
    CHECK((model->traits().annotation_rule == AnnotationRule::ByMode) == has_modes);
  }
}

TEST_CASE("annotations: correct ones are accepted, and `help` is left out") {
  for (const std::string& model : Models) {
    // The source is the initial write, one of the owner's own, one that it has read.
    check_accepted(helped("step@rel := 1; main " + Cas), model);
    check_accepted(helped("x@rel := 3; x@rel := 0; step@rel := 1; main " + Cas), model);
    check_accepted(Shared +
                       "thread a { x@rel := 1; } thread owner { r := x@acq; if (r == 1) {"
                       "step@rel := 1; main cas@acqrel,acq(x, 1, 2); } }"
                       "thread helper { s := step@acq; if (s) { help cas@acqrel,acq(x, 1, 2); } }",
                   model);
    // Later writes by read-modify-writes; two helpers; a helper that helps twice.
    check_accepted(helped("step@rel := 1; main " + Cas, "thread c { cas@acqrel,acq(x, 2, 7); }"),
                   model);
    check_accepted(helped("step@rel := 1; main " + Cas,
                          "thread two { if (step@acq) { help " + Cas + "help " + Cas + "} }"),
                   model);
    // Functions with loads.
    check_accepted(Shared +
                       "fn f(e) { v := y@acq; cas@acqrel,acq(x, e, v + 1); }"
                       "thread owner { step@rel := 1; main f(0); }"
                       "thread helper { if (step@acq) { help f(0); } } thread w { y@rel := 4; }",
                   model);
  }
  const Program program = testing::program_from(helped("step@rel := 1; main " + Cas));
  const ExplorationResult helping = run(program, "rc11");
  const ExplorationResult plain = run(program, "rc11", without_helping());
  CHECK(helping.executions == 2);
  CHECK(plain.executions == 3);
  CHECK(helping.reductions == std::vector<Reduction>{Reduction::Helping});
  CHECK(plain.reductions.empty());
}

TEST_CASE("annotations: a `help` needs a `main` of the same function and arguments") {
  for (const char* owner :
       {"step@rel := 1;", "step@rel := 1; main cas@acqrel,acq(x, 0, 3);",
        "step@rel := 1; main cas@acqrel,acq(y, 0, 2);", "step@rel := 1; main cas@sc,acq(x, 0, 2);",
        "step@rel := 1; cas@acqrel,acq(x, 0, 2);"}) {
    for (const std::string& model : Models) {
      check_reported(helped(owner), model, "`help cas@acqrel,acq(&x, 0, 2)` helps with nothing");
    }
  }
  // Only where it is in the execution.
  check_reported(helped("step@rel := 1; r := y@rlx; if (r == 0) { step@rel := 1; main " + Cas + "}",
                        "thread w { y@rlx := 1; }"),
                 "rc11", "helps with nothing");
}

TEST_CASE("annotations: the `main` call must come to its compare-and-swap") {
  check_reported(Shared +
                     "fn f(a) { if (a == 0) { cas@acqrel,acq(x, 0, 2); } }"
                     "thread owner { step@rel := 1; main f(1); }"
                     "thread helper { if (step@acq) { help f(1); } }",
                 "rc11", "`main f(1)`, which does not reach its compare-and-swap here");
}

TEST_CASE("annotations: the owner must have seen what it expects, [SPORE] C.1") {
  // NO-SOURCE-READ; the write before `main` and its reading are there, the source is not.
  const std::string text =
      Shared +
      "thread t1 { r := y@acq; x@rel := 1; }"
      "thread t2 { step@rel := 1; main cas@acqrel,acq(x, 1, 2); y@rel := 1; }"
      "thread t3 { s := step@acq; if (s == 1) { help cas@acqrel,acq(x, 1, 2); } }";
  for (const std::string& model : Models) {
    check_reported(text, model,
                   "its thread has not seen (written or read) the value 1 in `x` before, which it "
                   "expects there (no source)");
  }
}

TEST_CASE("annotations: the `main` call comes right after a write") {
  for (const char* owner : {"main cas@acqrel,acq(x, 0, 2); step@rel := 1;",
                            "step@rel := 1; r := x@acq; main cas@acqrel,acq(x, 0, 2);",
                            "step@rel := 1; fence@sc; main cas@acqrel,acq(x, 0, 2);"}) {
    for (const std::string& model : Models) {
      check_reported(helped(owner), model,
                     "which does not come right after a write (no linearization write)");
    }
  }
}

TEST_CASE("annotations: the helper has read what the owner wrote last, [SPORE] Example 8, C.2") {
  const std::string unread = "the helper has not read what is written just before `main cas";
  // HELPER-SYNC: a thread that reads what the helper has swapped in need not see y.
  const std::string helper_sync =
      "shared x, y; thread t1 { a := x; if (a == 1) { assert(y == 1); } }"
      "thread t2 { y := 1; main cas(x, 0, 1); } thread t3 { help cas(x, 0, 1); }";
  // The owner's actions must not depend on what the helper has done.
  const std::string linearization =
      "shared x, y, step; thread t1 { a := x; if (a == 1) { y := 1; } }"
      "thread t2 { r := y; assert(r == 0); step := 1; main cas(x, 0, 1); }"
      "thread t3 { help cas(x, 0, 1); }";
  for (const std::string& text : {helper_sync, linearization}) {
    for (const std::string& model : Models) {
      check_reported(text, model, unread);
      // The errors that leaving the call out would have hidden.
      const Program program = testing::program_from(text);
      const ExplorationResult all = run(program, model, without_helping());
      REQUIRE_FALSE(all.errors.empty());
      CHECK(all.errors[0].kind == ErrorKind::Assertion);
    }
  }
  // Reading after the call, reading another write, reading an older write are not enough.
  for (const char* helper : {"help cas@acqrel,acq(x, 0, 2); s := step@acq;",
                             "s := flag@acq; if (s == 1) { help cas@acqrel,acq(x, 0, 2); }",
                             "s := y@acq; if (s == 1) { help cas@acqrel,acq(x, 0, 2); }"}) {
    check_reported(Shared + "thread owner { y@rel := 1; step@rel := 1; main " + Cas +
                       "flag@rel := 1; } thread helper { " + helper + " }",
                   "rc11", unread);
  }
}

TEST_CASE("annotations: under rc11 the helper must synchronise with the owner, [SPORE] D.3") {
  const std::string unsynchronised = "is read without synchronising";
  const auto with_modes = [](const std::string& write, const std::string& read) {
    return Shared + "thread owner { step@" + write + " := 1; main " + Cas +
           "} thread helper { s := step@" + read + "; if (s == 1) { help " + Cas + "} }";
  };
  for (const char* model : {"rc11", "rc20"}) {
    check_reported(with_modes("rlx", "acq"), model, unsynchronised);
    check_reported(with_modes("rel", "rlx"), model, unsynchronised);
    check_reported(with_modes("rlx", "rlx"), model, unsynchronised);
    check_accepted(with_modes("rel", "acq"), model);
    check_accepted(with_modes("rel", "sc"), model);
    check_accepted(with_modes("sc", "sc"), model);
    check_reported(with_modes("sc", "acq"), model,
                   "what is written with `sc` just before `main cas@acqrel,acq(&x, 0, 2)` must be "
                   "read with `sc` too");
  }
  // Elsewhere every access synchronises.
  for (const char* model : {"sc", "tso", "sra", "ra"}) {
    check_accepted(with_modes("rlx", "rlx"), model);
    check_accepted(with_modes("sc", "acq"), model);
  }
  // A reading that synchronises after the call, or in another thread, is not enough.
  for (const char* acquire : {"thread helper { s := step@rlx; if (s == 1) { help cas@acqrel,acq(x, "
                              "0, 2); r := step@acq; } }",
                              "thread helper { s := step@rlx; if (s == 1) { help cas@acqrel,acq(x, "
                              "0, 2); } } thread other { r := step@acq; }"}) {
    check_reported(Shared + "thread owner { step@rel := 1; main " + Cas + "} " + acquire, "rc11",
                   unsynchronised);
  }
  // One reading that synchronises is enough.
  check_accepted(Shared + "thread owner { step@rel := 1; main " + Cas +
                     "} thread helper { s := step@rlx; if (s == 1) { r := step@acq; help " + Cas +
                     "} }",
                 "rc11");
}

TEST_CASE("annotations: the owner's swap must not release more than the helper's") {
  const auto with_owner = [](const std::string& before, const std::string& cas,
                             const std::string& more = "") {
    return Shared + "thread owner { y@rlx := 1; " + before + " step@rel := 1; main " + cas +
           " } thread helper { s := step@acq; if (s == 1) { help " + cas + " } }" + more;
  };
  const std::string acquires = "cas@acq,acq(x, 0, 3);";
  const std::string reads = "thread other { r := x@acq; y@rlx := 2; }";
  for (const char* model : {"rc11", "rc20"}) {
    for (const char* fence : {"fence@rel;", "fence@acqrel;", "fence@sc;"}) {
      check_reported(with_owner(fence, acquires, reads), model, "comes after a release fence");
      check_accepted(with_owner(fence, "cas@rel,rlx(x, 0, 3);", reads), model);
    }
    check_accepted(with_owner("fence@acq;", acquires, reads), model);
    check_accepted(with_owner("x@rel := 0;", acquires, reads), model);  // the source
    check_reported(with_owner("x@rel := 9; r := x@rlx; assume(r == 7);", "cas@acq,acq(x, 7, 3);",
                              "thread w { x@rlx := 7; }"),
                   model, "comes after a release write to the same place");
  }
  for (const char* model : {"sc", "tso", "sra", "ra"}) {
    check_accepted(with_owner("fence@sc;", acquires, reads), model);
  }
  // What would be missed: y ends as 1 although 3 was read in x.
  const std::string text =
      with_owner("fence@acqrel;", acquires, reads) + "forbid (other:r == 3 && y == 1);";
  const Program program = testing::program_from(text);
  CHECK(run(program, "rc11", without_helping()).verdict == Verdict::Violation);
  CHECK(run(program, "rc11").verdict == Verdict::Violation);
}

TEST_CASE("annotations: after the source only read-modify-writes, and never its value again") {
  for (const std::string& model : Models) {
    check_reported(helped("step@rel := 1; main " + Cas, "thread w { x@rel := 7; }"), model,
                   "`x` is written by a plain store after the value that the swap expects");
    check_reported(helped("step@rel := 1; main " + Cas, "thread w { cas@acqrel,acq(x, 2, 0); }"),
                   model, "the value 0 that the swap expects in `x` is written there again");
  }
}

TEST_CASE("annotations: an error has both calls and the execution") {
  const Program program = testing::program_from(
      "shared x, y;\n"
      "thread t2 { y := 1; main cas(x, 0, 1); }\n"
      "thread t3 { help cas(x, 0, 1); }\n");
  const ExplorationResult result = run(program, "sc");
  REQUIRE(result.errors.size() == 1);
  const ReportedError& error = result.errors[0];
  CHECK(error.place.thread == "t3");
  CHECK(error.place.source.line == 3);
  REQUIRE(error.others.size() == 1);
  CHECK(error.others[0].thread == "t2");
  CHECK(error.others[0].source.line == 2);
  CHECK(error.events.size() == 2);
  CHECK(result.verdict == Verdict::Violation);
}

TEST_CASE("annotations: accesses of a `help` call are looked at for races, [SPORE] Lemma D.5") {
  // The owner's load of d comes before the store to it, the helper's need not.
  const std::string text =
      "shared x, step, flag; shared na d;"
      "fn f() { v := d; cas@acqrel,acq(x, 0, v + 2); }"
      "thread owner { step@rel := 1; main f(); flag@rel := 1; }"
      "thread helper { if (step@acq) { help f(); } }"
      "thread last { if (flag@acq) { d := 1; } }";
  CHECK(errors_of(text, "rc11") == "race: race on `d` in `help f()`\n");
  const Program program = testing::program_from(text);
  const ExplorationResult all = run(program, "rc11", without_helping());
  REQUIRE_FALSE(all.errors.empty());
  CHECK(all.errors[0].kind == ErrorKind::Race);
  CHECK(errors_of(text, "ra").empty());
}

TEST_CASE("annotations: accesses of a `help` call are looked at for use after free") {
  const auto with_free = [](const std::string& at_end) {
    return "struct Node { value; } shared x, top, done;"
           "fn f(p) { v := p->value@rlx; cas@acqrel,acq(x, 0, v); }"
           "thread owner { n := alloc Node; n->value@rlx := 5; top@rel := n; main f(n); " +
           at_end + " } thread helper { p := top@acq; if (p) { help f(p); done@rel := 1; } }";
  };
  for (const std::string& model : Models) {
    CAPTURE(model);
    CHECK(errors_of(with_free("free(n);"), model) ==
          "memory: use after free on `Node#owner.0->value` in `help f(Node#owner.0)`\n");
    CHECK(errors_of(with_free("if (done@acq) { free(n); }"), model).empty());
    CHECK(errors_of(with_free(""), model).empty());
  }
}

// ---- The form of annotated functions

namespace {

std::string fault_of(const std::string& body, AnnotationRule rule) {
  const Program program =
      testing::program_from("shared x, y; fn g(a) { cas@acqrel,acq(x, a, 1); } fn f(a, b) { " +
                            body + " } thread t { main f(1, 2); }");
  const std::vector<MalformedCall> calls = find_malformed_calls(program, rule);
  std::string faults;
  for (const MalformedCall& call : calls) {
    CHECK(call.thread == "t");
    CHECK(call.source.line == 1);
    faults += (faults.empty() ? "" : "\n") + words::fact_text(call.fact);
  }
  return faults;
}

}  // namespace

TEST_CASE("annotations: calls that are not loads and one compare-and-swap are malformed") {
  struct Case {
    const char* body;
    const char* fault;
  };
  for (const Case& c : {
           Case{"r := y;", "does not end in a compare-and-swap"},
           Case{"", "does not end in a compare-and-swap"},
           Case{"p := y; r := *p; cas(x, a, r);", "loads from an address that it has loaded"},
           Case{"p := y; cas(*p, a, b);", "swaps at an address that it has loaded"},
           Case{"r := y; cas(x, r, b);", "expects a value that it has loaded"},
           Case{"r := y; s := r + 1; cas(x, s, b);", "expects a value that it has loaded"},
           Case{"r := y; if (a) { r := 0; } cas(x, r, b);", "expects a value that it has loaded"},
           Case{"r := 0; if (a) { r := y; } cas(x, r, b);", "expects a value that it has loaded"},
           Case{"r := y; if (r) { b := 3; } cas(x, a, b);", "branches on a value"},
           Case{"cas(x, a, b); r := y;", "accesses memory after its compare-and-swap"},
           Case{"cas(x, a, b); cas(y, a, b);", "accesses memory after its compare-and-swap"},
           Case{"while (a) { a := a - 1; } cas(x, a, b);", "has a loop"},
           Case{"y := 1; cas(x, a, b);", "stores"},
           Case{"faa(y, 1); cas(x, a, b);", "has another read-modify-write"},
           Case{"xchg(x, b);", "has another read-modify-write"},
           Case{"await(y == 1); cas(x, a, b);", "waits"},
           Case{"lock(x);", "takes a lock"},
           Case{"fence@sc; cas(x, a, b);", "has a fence"},
           Case{"assume(a); cas(x, a, b);", "may block"},
           Case{"if (a) { block; } cas(x, a, b);", "may block"},
           Case{"assert(a); cas(x, a, b);", "may fail"},
           Case{"if (a) { error; } cas(x, a, b);", "may fail"},
           Case{"p := alloc(1); cas(x, a, p);", "allocates"},
           Case{"free(a); cas(x, a, b);", "frees memory"},
           Case{"main g(1); cas(x, a, b);", "has an annotated call inside"},
       }) {
    CAPTURE(c.body);
    for (const AnnotationRule rule : {AnnotationRule::Causal, AnnotationRule::ByMode}) {
      const std::string fault = fault_of(c.body, rule);
      CAPTURE(fault);
      CHECK(contains(fault, std::string("`main f` ") + c.fault));
    }
  }
}

TEST_CASE("annotations: loads, computations and one compare-and-swap are well-formed") {
  for (const char* body :
       {"cas(x, a, b);", "r := y; cas(x, a, r);", "r := y; s := x; cas(x, a, r ? s : b);",
        "if (a) { b := 5; } cas(x, a, b);", "p := &y; r := *p; cas(*p, a, r);", "g(a);",
        // The loaded value is no longer there on any path.
        "r := y; s := r; r := a; cas(x, r, s);",
        "r := y; if (a) { b := 1; } r := a; cas(x, r, b);"}) {
    CAPTURE(body);
    CHECK(fault_of(body, AnnotationRule::Causal).empty());
    CHECK(fault_of(body, AnnotationRule::ByMode).empty());
  }
}

TEST_CASE("annotations: modes of annotated calls, [SPORE] D.3") {
  const auto by_mode = [](const char* body) { return fault_of(body, AnnotationRule::ByMode); };
  CHECK(by_mode("r := y; cas@rel,rlx(x, a, r);") ==
        "`main f` loads before it swaps, so its compare-and-swap must be at least `@acqrel,acq` "
        "(it is `@rel,rlx`)");
  CHECK(contains(by_mode("r := y; cas@acqrel,rlx(x, a, r);"), "(it is `@acqrel,rlx`)"));
  CHECK(contains(by_mode("r := y; cas@acq,acq(x, a, r);"), "(it is `@acq,acq`)"));
  CHECK(by_mode("cas@acqrel,rlx(x, a, b);") ==
        "`main f` reads with less when it fails than when it succeeds (`@acqrel,rlx`): make the "
        "failure mode at least `acq`");
  CHECK(contains(by_mode("cas@sc,acq(x, a, b);"), "make the failure mode at least `sc`"));
  for (const char* body : {"cas@rel,rlx(x, a, b);", "cas@acqrel,acq(x, a, b);", "cas(x, a, b);",
                           "r := y@rlx; cas@acqrel,acq(x, a, r);", "r := y; cas(x, a, r);"}) {
    CAPTURE(body);
    CHECK(by_mode(body).empty());
  }
  for (const char* body : {"r := y; cas@rel,rlx(x, a, r);", "cas@acqrel,rlx(x, a, b);"}) {
    CHECK(fault_of(body, AnnotationRule::Causal).empty());
  }
}

TEST_CASE("annotations: a malformed call is an error before anything runs") {
  const Program program = testing::program_from(
      "shared x; fn f() { x := 1; }\n thread t { main f(); }\n thread u { help f(); }");
  ExplorerOptions options;
  options.model = find_model("sc");
  const ExplorationResult result = explore(program, options);
  REQUIRE(result.errors.size() >= 1);
  CHECK(result.errors[0].kind == ErrorKind::Annotation);
  CHECK(result.errors[0].place.source.line == 2);
  CHECK(result.executions == 0);
  // Where `help` runs like any other call, its form does not matter.
  CHECK(run(program, "sc", without_helping()).errors.empty());
}

}  // namespace drover::annotations_test
