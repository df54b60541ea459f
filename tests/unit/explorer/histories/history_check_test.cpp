#include "explorer/histories/history_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/check_program.h"
#include "semantics/lower/lower_ast.h"
#include "tests/support/program_text.h"

namespace drover::history_check_test {

namespace {

struct Setting {
  ClientOrders clients = ClientOrders::All;
  ReductionSet reductions = ReductionSet::all();
  AlgorithmKind algorithm = AlgorithmKind::Auto;
};

// Returns what the first error of linearizability says, or "right".
std::string verdict(const std::string& text, const std::string& model, const Setting& with = {}) {
  const Program program = testing::program_from(text);
  const std::shared_ptr<const MemoryModel> under = builtin_model(model);
  ExplorerOptions options;
  options.model = under.get();
  options.client_orders = with.clients;
  options.reductions = with.reductions;
  options.algorithm = with.algorithm;
  options.stops_at.erase(ErrorKind::Deadlock);
  const ExplorationResult result = explore(program, options);
  for (const ReportedError& error : result.errors) {
    switch (error.fact.kind) {
      case FactKind::WrongResults: return "values";
      case FactKind::MissingKnowledge: return "synchronisation";
      case FactKind::WrongInClient: return "ordered client";
      default: break;
    }
  }
  return "right";
}

const std::string Pair = R"(
  shared x, y;
  fn set_x() { x@MODE_W := 1; FENCE }
  fn set_y() { y@MODE_W := 1; FENCE }
  fn get_x() { FENCE return x@MODE_R; }
  fn get_y() { FENCE return y@MODE_R; }
  object pair {
    shared x, y;
    fn set_x() { x := 1; }
    fn set_y() { y := 1; }
    fn get_x() { return x; }
    fn get_y() { return y; }
  }
)";
const std::string FourThreads = R"(
  thread a { set_x(); }
  thread b { set_y(); }
  thread c { r := get_x(); }
  thread d { r := get_y(); }
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
  }
  return text;
}
std::string pair_with(const std::string& write, const std::string& read, const std::string& fence) {
  return replaced(replaced(replaced(Pair, "MODE_W", write), "MODE_R", read), "FENCE", fence);
}

}  // namespace

TEST_CASE("two registers as one object") {
  const std::string released = pair_with("rel", "acq", "");
  // Their client orders nothing: then all is well.
  CHECK(verdict(released + FourThreads, "rc11", {.clients = ClientOrders::AsWritten}) == "right");
  CHECK(verdict(released + FourThreads, "rc11") == "ordered client");
  CHECK(verdict(released + FourThreads, "ra") == "ordered client");
  // There, program order is weaker than an order through memory: a client in two threads does it.
  CHECK(verdict(released + FourThreads, "tso") == "right");
  CHECK(verdict(released + FourThreads, "sc") == "right");
  CHECK(verdict(pair_with("sc", "sc", "") + FourThreads, "rc11") == "right");
  // The client that does it.
  const std::string buffering = R"(
    thread left { set_x(); r := get_y(); }
    thread right { set_y(); r := get_x(); }
  )";
  CHECK(verdict(released + buffering, "rc11", {.clients = ClientOrders::AsWritten}) == "values");
  CHECK(verdict(released + buffering, "tso", {.clients = ClientOrders::AsWritten}) == "values");
  CHECK(verdict(released + buffering, "sc", {.clients = ClientOrders::AsWritten}) == "right");
}

// A client orders calls by what it reads: that must not come out of thin air.
TEST_CASE("client orders are part of causality") {
  CHECK(verdict(pair_with("rlx", "rlx", "fence@sc;") + FourThreads, "rc11") == "right");
  CHECK(verdict(pair_with("rlx", "rlx", "fence@acqrel;") + FourThreads, "rc11") ==
        "ordered client");
}

TEST_CASE("promises") {
  const std::string text = R"(
    shared x;
    fn write(v) { x@MODE_W := v; }
    fn read() { return x@MODE_R; }
    object cell promises PROMISE : register(write, read);
    thread a { write(1); }
    thread b { r := read(); }
  )";
  const auto with = [&](const std::string& write, const std::string& read,
                        const std::string& promise) {
    return replaced(replaced(replaced(text, "MODE_W", write), "MODE_R", read), "PROMISE", promise);
  };
  CHECK(verdict(with("rlx", "rlx", "none"), "rc11") == "right");
  CHECK(verdict(with("rlx", "rlx", "v"), "rc11") == "synchronisation");
  CHECK(verdict(with("rel", "rlx", "v"), "rc11") == "synchronisation");
  CHECK(verdict(with("rel", "acq", "v"), "rc11") == "right");
  CHECK(verdict(with("rlx", "rlx", "v"), "sc") == "right");
  CHECK(verdict(with("rlx", "rlx", "v"), "tso") == "right");
  // Stores may pass each other.
  CHECK(verdict(with("rlx", "rlx", "v"), "pso") == "synchronisation");
  CHECK(verdict(with("rel", "rlx", "v"), "pso") == "right");
  CHECK(verdict(with("rel", "acq", "all"), "rc11") == "synchronisation");
}

TEST_CASE("specifications as code promise by their modes") {
  const std::string text = R"(
    shared x;
    fn write(v) { x@MODE_W := v; }
    fn read() { return x@acq; }
    object cell {
      shared value;
      fn write(v) { value@rel := v; }
      fn read() { return value@acq; }
    }
    thread a { write(1); }
    thread b { r := read(); }
  )";
  CHECK(verdict(replaced(text, "MODE_W", "rel"), "rc11") == "right");
  CHECK(verdict(replaced(text, "MODE_W", "rlx"), "rc11") == "synchronisation");
  const std::string silent = replaced(replaced(text, "value@rel", "value"), "value@acq", "value");
  CHECK(verdict(replaced(silent, "MODE_W", "rlx"), "rc11") == "right");
}

TEST_CASE("an error in any order, and in the client's own") {
  const std::string text = R"(
    shared n;
    fn up() { old := n@rlx; n@rlx := old + 1; }
    fn get() { return n@rlx; }
    object hits : counter(up, get);
  )";
  const std::string parallel = "thread a { up(); } thread b { up(); } thread c { r := get(); }";
  const std::string joined = "thread a { up(); } thread b { up(); } final { r := get(); }";
  CHECK(verdict(text + parallel, "sc", {.clients = ClientOrders::AsWritten}) == "right");
  CHECK(verdict(text + parallel, "sc") == "ordered client");
  CHECK(verdict(text + joined, "sc", {.clients = ClientOrders::AsWritten}) == "values");
}

// An order that the client makes by reading counts, one that the object happens to make does not.
TEST_CASE("orders of the client") {
  const std::string text = R"(
    shared x, flag;
    fn put(v) { x@rlx := v; }
    fn get() { return 0; }
    object cell : register(put, get);
    thread a { put(1); flag@MODE_W := 1; }
    thread b { f := flag@MODE_R; if (f) { r := get(); } }
  )";
  const auto with = [&](const std::string& write, const std::string& read) {
    return verdict(replaced(replaced(text, "MODE_W", write), "MODE_R", read), "rc11",
                   {.clients = ClientOrders::AsWritten});
  };
  CHECK(with("rel", "acq") == "values");
  CHECK(with("rlx", "acq") == "right");
  CHECK(with("rel", "rlx") == "right");
}

TEST_CASE("pending calls may have taken effect or not") {
  const std::string text = R"(
    shared tail, slot[3];
    fn enqueue(v) { i := faa@acqrel(tail, 1); slot[i]@rel := v; STOP }
    fn dequeue() {
      last := tail@acq;
      for (i := 0; i < last; i := i + 1) {
        v := xchg@acqrel(slot[i], 0);
        if (v != 0) { return v; }
      }
      assume(0);
      return 0;
    }
    object q promises v : queue(enqueue, dequeue);
    thread a { enqueue(1); }
    thread b { r := dequeue(); }
  )";
  CHECK(verdict(replaced(text, "STOP", ""), "rc11") == "right");
  // The element of an enqueue that never returns can be taken.
  CHECK(verdict(replaced(text, "STOP", "block;"), "rc11") == "right");
  // A value that was never inserted cannot.
  CHECK(verdict(replaced(replaced(text, "STOP", "block;"), "return v;", "return v + 1;"), "rc11") ==
        "values");
}

TEST_CASE("reductions keep verdicts") {
  const std::string text = R"(
    shared tail, slot[4];
    fn enqueue(v) { i := faa@MODE(tail, 1); slot[i]@rel := v; }
    fn dequeue() {
      last := tail@acq;
      for (i := 0; i < last; i := i + 1) {
        v := xchg@acqrel(slot[i], 0);
        if (v != 0) { return v; }
      }
      assume(0);
      return 0;
    }
    object q promises v : queue(enqueue, dequeue);
    thread a { enqueue(1); }
    thread b { enqueue(2); }
    thread c(i in 1..2) { r := dequeue(); }
  )";
  for (const std::string mode : {"rel", "rlx"}) {
    CAPTURE(mode);
    const std::string program = replaced(text, "MODE", mode);
    const std::string whole = verdict(program, "rc11", {.reductions = ReductionSet::none()});
    // Which kind of error comes first is a matter of the search.
    CHECK((verdict(program, "rc11") == "right") == (whole == "right"));
    CHECK((whole == "right") == (mode == "rel"));
  }
}

// Annotated calls run as written: what they leave out could be known to a call.
TEST_CASE("helping in programs with objects") {
  const std::string text = R"(
    shared cell, done;
    fn write(v) { cell@MODE := v; main cas@rel(done, 0, v); }
    fn read() {
      v := cell@acq;
      if (v != 0) { help cas@rel(done, 0, v); }
      return done@acq;
    }
    object c promises v : register(write, read);
    thread a { write(1); }
    thread b { r := read(); }
  )";
  CHECK(verdict(replaced(text, "MODE", "rel"), "rc11") == "right");
  // Only the reader that helps does not know the write.
  CHECK(verdict(replaced(text, "MODE", "rlx"), "rc11") == "synchronisation");
}

// Executions whose calls and orders are settled are not looked at again (SettledHistories): those
// that differ from a right one in one order only must be.
TEST_CASE("right executions do not hide wrong ones") {
  const std::string text = R"(
    shared x, y;
    fn write(v) { x@rel := v; y@rlx := v; }
    fn read() { return CELL@acq; }
    object c promises v : register(write, read);
    thread a { write(1); }
    thread b { r := read(); }
    thread c { r := read(); }
  )";
  for (const std::string cell : {"x", "y"}) {
    const std::string program = replaced(text, "CELL", cell);
    for (const std::string model : {"sc", "tso", "sra", "ra", "rc11", "rc20"}) {
      CAPTURE(model);
      const bool is_right =
          cell == "x" || model == "sc" || model == "tso" || model == "sra" || model == "ra";
      CHECK((verdict(program, model) == "right") == is_right);
      CHECK((verdict(program, model, {.algorithm = AlgorithmKind::Enumerate}) == "right") ==
            is_right);
    }
  }
}

// Additions that commute stand for executions in which one reads from the other: what they know of
// each other is lost.
TEST_CASE("additions do not commute in programs with objects") {
  const std::string text = R"(
    shared n;
    fn up() { faa@acqrel(n, 1); }
    object hits promises all : counter(up);
    thread a { up(); }
    thread b { up(); }
  )";
  CHECK(verdict(text, "sc", {.algorithm = AlgorithmKind::Dpor}) == "right");
}

TEST_CASE("specifications that are more than a step") {
  for (const std::string code : {"p := alloc(2); return p;", "t := spawn f(1); return join t;"}) {
    CAPTURE(code);
    const SourceBuffer source = SourceBuffer::from_text("test.drv", R"(
      shared x;
      fn f(v) { x := v; }
      fn g() { return x; }
      object o { fn g() { )" + code + R"( } }
      thread t { r := g(); }
    )");
    DiagnosticSink sink;
    const auto program = read_program(source, {}, sink);
    REQUIRE(program);
    CHECK_FALSE(lowering::lower(*program, source, sink));
    REQUIRE(sink.diagnostics().size() == 1);
    CHECK(sink.diagnostics().front().kind == DiagnosticKind::NotInOneStep);
  }
}

TEST_CASE("models that do not say what calls know") {
  CHECK(histories::orders_calls(*builtin_model("rc11")));
  CHECK(histories::orders_calls(*builtin_model("pso")));
  CHECK_FALSE(histories::orders_calls(*builtin_model("aarch64")));
  CHECK_FALSE(histories::orders_calls(*builtin_model("wrc11")));
}

// A call that waits for ever must wait in the specification, too.
TEST_CASE("calls that wait for ever") {
  const std::string text = R"(
    shared count;
    fn post() { POST }
    fn wait() {
      done := 0;
      while (!done) {
        c := count@acq;
        if (c > 0) { done := cas@acq(count, c, c - 1); }
      }
    }
    object s : semaphore(post, wait);
    thread a { post(); }
    thread b { post(); }
    thread c { wait(); }
    thread d { wait(); }
  )";
  const std::string right = "faa@rel(count, 1);";
  const std::string lost = "p := count@rlx; count@rel := p + 1;";
  for (const std::string model : {"sc", "tso", "ra", "rc11"}) {
    CAPTURE(model);
    CHECK(verdict(replaced(text, "POST", right), model) == "right");
    CHECK(verdict(replaced(text, "POST", lost), model) == "values");
    // There is one post for two: one of them waits in the specification, too.
    const std::string one = replaced(text, "thread b { post(); }", "");
    CHECK(verdict(replaced(one, "POST", right), model) == "right");
    CHECK(verdict(replaced(one, "POST", lost), model) == "right");
  }
  // An assumption is not a wait: nothing is known of a thread that it stops.
  const std::string take = R"(
    shared x;
    fn put(v) { x@rel := v; }
    fn take() { WAIT return x@acq; }
    object q : queue(put, take);
    thread a { put(1); }
    thread b { r := take(); }
  )";
  CHECK(verdict(replaced(take, "WAIT", "await@acq(x == 2);"), "rc11") == "values");
  CHECK(verdict(replaced(take, "WAIT", "assume(x@acq == 2);"), "rc11") == "right");
}

}  // namespace drover::history_check_test
