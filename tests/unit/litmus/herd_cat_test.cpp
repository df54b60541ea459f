// Models in the whole of herd's cat, on small tests: the numbers of executions that herd7 counts.

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "explorer/models/herd_text.h"
#include "litmus/library.h"
#include "tests/unit/litmus/litmus_testing.h"

namespace drover::herd_cat_test {
using namespace drover::litmus;

namespace {

// Store buffering: without axioms, four executions, one of which is the weak one.
const std::string StoreBuffering =
    x86_test("", "P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;",
             "exists (0:EAX=0 /\\ 1:EAX=0)");

// A file of its own, as long as it lives.
class ModelText {
 public:
  explicit ModelText(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              format("drover-herd-cat-{}-{}.cat", ::getpid(), ++count_)) {
    std::ofstream(path_) << text;
  }
  ModelText(const ModelText&) = delete;
  ModelText& operator=(const ModelText&) = delete;
  ~ModelText() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

// `satisfying/others`, the flags that were raised; or what is wrong with the model.
std::string counts(const std::string& model_text, const std::string& test_text = StoreBuffering,
                   const cat::ModelOptions& options = {}) {
  const ModelText file(model_text);
  const Loaded loaded(test_text);
  REQUIRE(loaded.test.has_value());
  const ModelFromFile read = read_model_file(file.path(), nullptr, options);
  if (read.model == nullptr) return "refused";
  const ProgramKind kind{loaded.test->program.architecture};
  const MemoryModel* model = read.model->fitted(kind);
  if (model == nullptr) return "does not fit";
  const auto own = model->instance();
  if (own != nullptr) model = own.get();
  const ExplorerOptions run_options = herd_options(*loaded.test, *model);
  const LitmusVerdict verdict = judge(*loaded.test, explore(loaded.test->program, run_options));
  if (model->complaint()) return "failed";
  std::string out = format("{}/{}", verdict.satisfying, verdict.others);
  for (const std::string& flag : verdict.flags) out += " " + flag;
  return out;
}

void check_all(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [model, expected] : cases) {
    CAPTURE(model);
    CHECK(counts(model) == expected);
  }
}

}  // namespace

TEST_CASE("definitions are lazy, and `try` catches every mistake") {
  check_all(
      {{"let x = nosuch\nempty 0", "1/3"},
       {"acyclic po | nosuch", "refused"},
       {"acyclic try nosuch with po", "1/3"},
       {"let e = try (W ; po) with 0\nwith r from {e}\nempty r", "1/3"},
       {"let e = try fail(W) with R\nwith r from {po}\nflag ~empty e & R as reads", "1/3 reads"},
       {"show nosuch\nacyclic po", "1/3"}});
}

TEST_CASE("`_` is the full set or the full relation, whichever is needed") {
  check_all(
      {{"with r from {po}\nflag ~empty (_ \\ po) as r\nflag ~empty (_ \\ W) as s\n"
        "flag ~empty _ as u\nempty [_] \\ id",
        "1/3 r s u"}});
}

TEST_CASE("elements are added to sets of sets and taken from them") {
  check_all({{"let s = W ++ {}\nlet t = match s with || {} -> 0 || x ++ xs -> [x] end\n"
              "flag ~empty t as one",
              "1/3 one"},
             {"with r from {po}\nempty W ++ R", "refused"},
             {"let s = {W, R, W}\nlet rec count(s, r) = match s with || {} -> r\n"
              "|| a | x ++ b -> count(a, count(b, [x] | r)) end\nempty count(s, 0) \\ [M]",
              "1/3"}});
}

TEST_CASE("tuples and functions are values") {
  check_all({{"let p = (W, R)\nlet f(x, y) = x * y\nflag ~empty (f p) & po as both", "1/3 both"},
             {"let a, b = (po, rf)\nlet c, d = b, a\nempty d \\ po", "1/3"},
             {"let add r = fun s -> r | s\nflag ~empty (add po rf) & rf as both", "1/3 both"},
             {"let g _ = po\nempty (g W) \\ po\nwith r from {0}\nempty r", "1/3"},
             {"let rec f(s, r) = match s with || {} -> r || e ++ es -> f(es, ({e} * {e}) | r) end\n"
              "empty (f(W, 0) \\ [W]) | ([W] \\ f(W, 0))",
              "1/3"},
             {"let one e = {e}\nempty (map one (W)) & {R}", "1/3"}});
}

TEST_CASE("a recursive definition is iterated from the empty relation") {
  check_all({{"let rec m = m | (po \\ (m;m)) and k = W \\ domain(m)\n"
              "flag ~empty m as m\nflag ~empty k as k",
              "1/3 k m"},
             {"let rec a = po | (a;a) when empty a\nempty 0", "0/0"},
             {"let rec a = W \\ a\nempty a", "refused"}});
}

TEST_CASE("`if` tests variants and compares sets") {
  check_all({{"let s = if \"vmsa\" then W else R\nempty s \\ R", "1/3"},
             {"let s = if W subset M then po else 0\nflag ~empty s as po", "1/3 po"},
             {"if \"vmsa\" empty W else empty W & R end", "1/3"},
             {"if not \"a\" && (\"b\" || not \"c\") empty 0 else empty W end", "1/3"}});
  cat::ModelOptions options;
  options.variants = {"vmsa"};
  CHECK(counts("if \"vmsa\" empty W else empty 0 end", StoreBuffering, options) == "0/0");
}

TEST_CASE("loops over sets and procedures are executed") {
  check_all({{"forall s in classes-loc(M) do acyclic [s];po;[s] end", "1/3"},
             {"forall t in {po,rf} do acyclic t end", "1/3"},
             {"enum Foo = 'A || 'B\nlet f t = match t with || 'A -> po || _ -> rf end\n"
              "forall t in Foo do acyclic f(t) end",
              "1/3"},
             {"procedure p(a,b) = acyclic a | b let local = po end\ncall p(po,rf) as outer\n"
              "acyclic local",
              "refused"},
             {"match W with || {} -> empty W || x ++ xs -> empty {x} & R end", "1/3"}});
}

TEST_CASE("with … from: each choice is an execution") {
  check_all({{"with r from {po,rf,po|rf}", "3/9"},
             {"with r from {}", "0/0"},
             {"with S from linearisations(M\\IW,po)\nacyclic S | rf", "6/14"},
             {"with S from linearisations(M\\IW, po | po^-1)", "0/0"},
             {"with o from linearisations(classes-loc(M), lift(classes-loc(M),0))", "2/6"}});
}

TEST_CASE("bisimulation: what matches step by step") {
  // Writes of threads have a read behind them, initial writes and reads have nothing.
  check_all({{"empty bisimulation(po, M*M) & (W\\IW)*R", "1/3"},
             {"empty bisimulation(po, M*M) & IW*R", "0/0"},
             {"empty (W\\IW)*(W\\IW) \\ bisimulation(po, M*M)", "1/3"},
             {"empty (M*M) \\ bisimulation(0, M*M)", "1/3"},
             {"empty bisimulation(po, 0)", "1/3"},
             {"let C = classes-loc(M)\n"
              "empty delift(bisimulation(lift(C, 0), lift(C, M*M))) \\ (M*M)",
              "1/3"}});
}

TEST_CASE("failed assertions and endless recursion are errors with a place") {
  check_all(
      {{"assert empty W as n", "refused"}, {"let rec f(x) = f(x)\nacyclic f(po)", "refused"}});
  // 11 writes in 11 threads: too many orders. (CatTooManyChoices)
  std::string threads;
  std::string row;
  for (int i = 0; i < 11; ++i) {
    threads += format("{}P{}", i == 0 ? "" : " | ", i);
    row += format("{}MOV [x{}],$1", i == 0 ? "" : " | ", i);
  }
  CHECK(counts("with S from linearisations(W \\ IW, 0)\nacyclic S",
               x86_test("", threads + " ;\n" + row + " ;", "exists (x0=1)")) == "failed");
}

TEST_CASE("the first word of a model may be an architecture") {
  check_all({{"X86 mine\nacyclic po", "1/3"},
             {"C mine\nacyclic po", "does not fit"},
             {"\"C mine\"\nacyclic po", "1/3"}});
}

TEST_CASE("final writes are those of locations that a test observes") {
  const std::string writes = "P0 | P1 ;\n MOV [x],$1 | MOV [x],$2 ;";
  CHECK(counts("with r from {po}", x86_test("", writes, "exists (0:EAX=0)")) == "1/0");
  CHECK(counts("with r from {po}", x86_test("", writes, "exists (x=1)")) == "1/1");
  CHECK(counts("include \"cos.cat\"\nempty FW \\ W", x86_test("", writes, "exists (x=1)")) ==
        "1/1");
}

TEST_CASE("without coherence, memory ends in any of the writes") {
  const std::string writes = x86_test(
      "", "P0 | P1 ;\n MOV [x],$1 | MOV [x],$2 ;\n MOV [x],$3 | MOV EAX,[x] ;", "exists (x=1)");
  CHECK(counts("Naked\nlet unused = po", writes) == "4/8");
  CHECK(counts("Naked\nlet unused = po", x86_test("", "P0 ;\n MOV EAX,[x] ;", "exists (x=0)")) ==
        "1/0");
  // Two writes of one value are two ends.
  CHECK(counts("Naked\nlet unused = po",
               x86_test("", "P0 | P1 ;\n MOV [x],$1 | MOV [x],$1 ;", "exists (x=1)")) == "2/0");
}

TEST_CASE("a dependency that does not change a value forbids nothing by itself") {
  const std::string coherence = "include \"cos.cat\"\nacyclic po-loc | rf | co | fr";
  const auto load_buffering = [](const std::string& computed) {
    return format(
        "AArch64 LB\n{{ 0:X0=x; 0:X2=y; 1:X0=y; 1:X2=x; }}\n P0 | P1 ;\n LDR W1,[X0] | LDR W1,[X0] "
        ";\n"
        " {0} | {0} ;\n ADD W3,W3,#1 | ADD W3,W3,#1 ;\n STR W3,[X2] | STR W3,[X2] ;\n"
        "exists (0:X1=1 /\\ 1:X1=1)\n",
        computed);
  };
  CHECK(counts(coherence, load_buffering("EOR W3,W1,W1")) == "1/3");
  // No value comes from nowhere: 1 + what is read, in both threads.
  CHECK(counts(coherence, load_buffering("MOV W3,W1")) == "0/3");
}

TEST_CASE("an order leads through events that are not in the set") {
  // po \ (R * R) orders the two reads of a thread through the write in between.
  const std::string between =
      x86_test("", "P0 ;\n MOV EAX,[x] ;\n MOV [z],$1 ;\n MOV EBX,[y] ;", "exists (0:EAX=0)");
  CHECK(counts("with s from linearisations(R, po \\ (R * R))\nempty 0", between) == "1/0");
  CHECK(counts("with s from linearisations(R, 0)\nempty 0", between) == "2/0");
}

TEST_CASE("models as herd reads them have the same answers") {
  for (const MemoryModel* model : all_models()) {
    const std::optional<std::string> text = herd_text(*model);
    REQUIRE(text.has_value());
    CHECK(text->find("generate_cos") == std::string::npos);
    const ModelText file(*text);
    const ModelFromFile read = read_model_file(file.path(), nullptr, {});
    REQUIRE(read.model != nullptr);
    const bool is_of_x86 = text->find("MFENCE") != std::string::npos;
    for (const LibraryTest& each : library_tests()) {
      const Loaded loaded{std::string(each.text)};
      REQUIRE(loaded.test.has_value());
      const ProgramKind kind{loaded.test->program.architecture};
      const bool fits = is_of_x86 ? kind.architecture == "X86" : kind.architecture == "C";
      if (!fits) continue;
      // herd's models do not know locks.
      if (std::string_view(each.text).find("lock(") != std::string_view::npos) continue;
      CAPTURE(model->name());
      CAPTURE(each.name);
      const MemoryModel* fitted = read.model->fitted(kind);
      REQUIRE(fitted != nullptr);
      const LitmusVerdict expected =
          judge(*loaded.test, explore(loaded.test->program, herd_options(*loaded.test, *model)));
      const LitmusVerdict verdict =
          judge(*loaded.test, explore(loaded.test->program, herd_options(*loaded.test, *fitted)));
      CHECK(observation_name(verdict) == observation_name(expected));
      CHECK(verdict.states.size() == expected.states.size());
      // Without coherence, herd counts each choice of last writes.
      if (!model->has_coherence()) continue;
      CHECK(verdict.satisfying == expected.satisfying);
      CHECK(verdict.others == expected.others);
    }
  }
  CHECK_FALSE(herd_text(*find_model("lkmm")).has_value());
}

TEST_CASE("a cycle of control may support itself, a value not") {
  // Two threads, each of which reads what the other writes; `write` is behind the read.
  const auto both = [](const std::string& write_y, const std::string& write_x) {
    const auto thread = [](int id, const std::string& read, const std::string& write) {
      return format(
          "P{} (atomic_int* x, atomic_int* y) {{ "
          "int r0 = atomic_load_explicit({},memory_order_relaxed); {} }}\n",
          id, read, write);
    };
    return c_test("", thread(0, "x", write_y) + thread(1, "y", write_x),
                  "exists (0:r0=1 /\\ 1:r0=1)");
  };
  const std::string control =
      both("if (r0 == 1) { atomic_store_explicit(y,1,memory_order_relaxed); }",
           "if (r0 == 1) { atomic_store_explicit(x,1,memory_order_relaxed); }");
  const std::string value = both("atomic_store_explicit(y,r0,memory_order_relaxed);",
                                 "atomic_store_explicit(x,r0,memory_order_relaxed);");
  CHECK(counts("include \"cos.cat\"\nacyclic po-loc | rf | co | fr", control) == "1/1");
  CHECK(counts("include \"cos.cat\"\nacyclic po | rf", control) == "0/1");
  CHECK(counts("include \"cos.cat\"\nacyclic po-loc | rf | co | fr", value) == "0/3");
}

TEST_CASE("a read-modify-write of C is one event, of x86 two without an order") {
  const std::string update = c_test(
      "", "P0 (atomic_int* x) { int r0 = atomic_exchange_explicit(x,1,memory_order_relaxed); }",
      "exists (0:r0=0)");
  CHECK(counts("flag ~empty R & W & RMW as both\nflag ~empty [R];po;[W] as order\nacyclic rf",
               update) == "1/0 both");
  const std::string exchange = x86_test("0:EAX=1", "P0 ;\n XCHG [x],EAX ;", "exists (0:EAX=0)");
  CHECK(counts("flag ~empty R & W as both\nflag ~empty [R];po;[W] as order\n"
               "flag ~empty rmw & amo as pair\nacyclic po | rmw | rf",
               exchange) == "1/0 pair");
}

}  // namespace drover::herd_cat_test
