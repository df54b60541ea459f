#include "editing/word_meanings.h"

#include <algorithm>
#include <array>

namespace drover::editing {

namespace {

constexpr std::array CoreWords{
    WordMeaning{"const", "const N = 2;",
                "An integer constant. `-D N=3` on the command line overrides it."},
    WordMeaning{
        "shared", "shared x, y = 1, a[N] = {5, 6};",
        "Atomic cells of memory, 0 unless initialised. `shared na d;` declares non-atomic ones."},
    WordMeaning{"na", "shared na d;",
                "Non-atomic: two unordered accesses, one of them a write, are a race."},
    WordMeaning{"struct", "struct Node { na value; next; }",
                "Names for the cells of heap objects."},
    WordMeaning{"fn", "fn push(v) { … }",
                "A function with value parameters and registers of its own. Calls are inlined: "
                "there is no recursion."},
    WordMeaning{"init", "init { … }", "Runs first: it happens before every thread."},
    WordMeaning{"final", "final { … }",
                "Runs last: every thread has finished and happens before it."},
    WordMeaning{"thread", "thread t { … } · thread t(i in 1..N) { … }",
                "One thread, or a family of them, in each of which `i` is a constant."},
    WordMeaning{"in", "thread t(i in 1..N) { … }",
                "The range of a family; both ends belong to it."},
    WordMeaning{"exists", "exists (t:r == 1 && x == 0);",
                "Reports whether some final state satisfies the condition. `require exists` makes "
                "it a violation if none does."},
    WordMeaning{"forbid", "forbid (t:r == 1);",
                "As `exists`, and reaching such a final state is a violation."},
    WordMeaning{"forall", "forall (x == 2);",
                "A final state outside the condition is a violation."},
    WordMeaning{"require", "require exists (…);",
                "No execution that satisfies the condition is a violation."},
    WordMeaning{"if", "if (e) { … } else { … }", "Anything but 0 is true."},
    WordMeaning{"else", "if (e) { … } else { … }", ""},
    WordMeaning{"while", "while (e) { … }",
                "Loops are unrolled up to the bound of `--unroll`, unless a reduction proves them "
                "harmless."},
    WordMeaning{"do", "do { … } while (e);", "The body runs at least once."},
    WordMeaning{"for", "for (i := 0; i < N; i := i + 1) { … } · for@m(x, e)",
                "A loop; with a place, fetch-and-or: the old value."},
    WordMeaning{"break", "break; · break label;",
                "Leaves the innermost loop, or the block or loop of that label."},
    WordMeaning{"continue", "continue; · continue label;",
                "Continues with the next iteration of a loop."},
    WordMeaning{"return", "return e;", "Ends a function with a value, or a thread without one."},
    WordMeaning{"fence", "fence@m;", "A fence; without a mode, a sequentially consistent one."},
    WordMeaning{"lock", "lock(m);",
                "Waits until the cell is 0 and makes it 1: an acquire exchange."},
    WordMeaning{"unlock", "unlock(m);", "A release store of 0."},
    WordMeaning{"assume", "assume(e);",
                "Executions in which it does not hold are dropped: they count as blocked."},
    WordMeaning{"assert", "assert(e, \"why\");",
                "An execution in which it does not hold is a violation."},
    WordMeaning{"error", "error;", "Reaching it is a violation."},
    WordMeaning{"block", "block;",
                "The thread stops here forever; the execution counts as blocked."},
    WordMeaning{"free", "free(p);", "Frees a heap object; using it later is an error."},
    WordMeaning{"main", "main f(…); · main cas(x, e, n);",
                "SPORE's annotation: the call of the owner, which helpers may do for it."},
    WordMeaning{"help", "help f(…); · help cas(x, e, n);",
                "SPORE's annotation: a helper's call, which does what a `main` call does."},
    WordMeaning{"store", "store@m(x, e);", "Writes memory; the same as `x@m := e`."},
    WordMeaning{"load", "load@m(x)", "Reads memory; the same as `x@m` in an expression."},
    WordMeaning{"xchg", "xchg@m(x, e)", "Exchange: writes `e`, gives the old value, atomically."},
    WordMeaning{"faa", "faa@m(x, e)", "Fetch-and-add: the old value."},
    WordMeaning{"fas", "fas@m(x, e)", "Fetch-and-subtract: the old value."},
    WordMeaning{"fand", "fand@m(x, e)", "Fetch-and-and: the old value."},
    WordMeaning{"fxor", "fxor@m(x, e)", "Fetch-and-exclusive-or: the old value."},
    WordMeaning{"cas", "cas@m,f(x, expected, new)",
                "Compare-and-swap: 1 if it wrote, 0 if it found another value. `f` is the mode of "
                "a failure."},
    WordMeaning{"cmpxchg", "cmpxchg@m,f(x, expected, new)",
                "Compare-and-swap that gives the value it found."},
    WordMeaning{
        "await", "await@m(x == e)",
        "Reads the place once the condition holds, and waits until then; gives the value read."},
    WordMeaning{"xchgawait", "xchgawait@m(x == e, n)",
                "Waits until the condition holds and writes a new value in the same step."},
    WordMeaning{"alloc", "alloc Node · alloc(n)",
                "A new heap object: of a struct, or of `n` cells. Gives its address."},
};

constexpr std::array CoreModes{
    WordMeaning{"na", "x@na",
                "Non-atomic: unordered with another access, one of them a write, it is a race "
                "(under rc11, rc20, wrc11)."},
    WordMeaning{"rlx", "x@rlx",
                "Relaxed: atomic, and orders nothing but the accesses of its own cell."},
    WordMeaning{"acq", "x@acq",
                "Acquire, for reads: what comes before the release write that it reads from is "
                "visible to what follows."},
    WordMeaning{
        "rel", "x@rel",
        "Release, for writes: what comes before it is visible to whoever acquires what it wrote."},
    WordMeaning{"acqrel", "faa@acqrel(x, 1)",
                "Acquire and release at once, for read-modify-writes and fences."},
    WordMeaning{"sc", "x@sc",
                "Sequentially consistent: acquire or release, and in one order with all other sc "
                "accesses and fences. What is written without a mode is sc under the models of C."},
};

constexpr std::array CatWords{
    WordMeaning{"let", "let x = e · let f(a) = e · let x = e in e",
                "Names a value. A later `let` hides an earlier one; a mistake in one that nothing "
                "uses is a warning."},
    WordMeaning{"rec", "let rec x = e and y = e",
                "Starts with empty relations and evaluates the equations until nothing changes: "
                "the least solution."},
    WordMeaning{"and", "let x = e and y = e", "Another definition of the same `let`."},
    WordMeaning{"in", "let x = e in e",
                "Where the name of a `let` is visible; in `if`, membership."},
    WordMeaning{"fun", "fun x -> e", "A function without a name."},
    WordMeaning{"try", "try e with e", "The second if the first has an error of any kind."},
    WordMeaning{"with", "with co from generate_cos(co0)",
                "One execution for each member of a set."},
    WordMeaning{"from", "with x from S", ""},
    WordMeaning{"as", "acyclic e as name", "Names a check, for reports."},
    WordMeaning{"flag", "flag ~empty e as name", "Executions that pass the check are marked."},
    WordMeaning{"undefined_unless", "undefined_unless empty e as name",
                "An execution that fails it makes the program undefined, as a race does."},
    WordMeaning{
        "acyclic", "acyclic e as name",
        "An axiom: the relation has no cycle. A candidate that fails it is not an execution."},
    WordMeaning{"irreflexive", "irreflexive e as name", "An axiom: no event is related to itself."},
    WordMeaning{"empty", "empty e as name", "An axiom: there is no such event, or no such pair."},
    WordMeaning{"show", "show e as name", "What pictures show, too."},
    WordMeaning{"unshow", "unshow r", "What pictures do not show."},
    WordMeaning{"include", "include \"cos.cat\"",
                "The instructions of a file, in this place: beside this one, or part of Drover."},
    WordMeaning{"procedure", "procedure p(a) = … end",
                "Instructions with parameters; names that they define are their own."},
    WordMeaning{"call", "call p(e) as name", "The instructions of a procedure."},
    WordMeaning{"when", "let rec … when acyclic e",
                "A check that holds in every round of the recursion."},
    WordMeaning{"assert", "assert empty e as name",
                "A test with a candidate that fails is not for this model."},
    WordMeaning{"forall", "forall x in S do … end", "The instructions for each member of a set."},
    WordMeaning{"if", "if \"variant\" … else … end",
                "One of two lists of instructions, or `if c then e else e`."},
    WordMeaning{"match", "match e with || {} -> e || x ++ xs -> e end",
                "An empty set, or one member and the others."},
    WordMeaning{"enum", "enum T = 'a || 'b", "Tags, and the set of them."},
    WordMeaning{"subset", "if e subset e", ""},
    WordMeaning{"domain", "domain(r)",
                "The events that something is related to by `r`: the left ones."},
    WordMeaning{"range", "range(r)",
                "The events that are related to something by `r`: the right ones."},
    WordMeaning{"fencerel", "fencerel(S)",
                "Pairs in program order with an event of `S` in between."},
    WordMeaning{"toid", "toid(S)", "`[S]`: the identity on a set."},
    WordMeaning{"linearisations", "linearisations(S, r)",
                "The set of all total orders of a set that contain a relation."},
    WordMeaning{"classes-loc", "classes-loc(S)", "A set of sets: the events of a set by location."},
    WordMeaning{"tag2events", "tag2events('t)", "The events with a tag."},
    WordMeaning{"ext", "ext", "Relation: events of different threads."},
    WordMeaning{"id", "id", "Relation: each event and itself."},
    WordMeaning{"M", "M", "Set: all accesses of memory, `R | W`."},
};

constexpr std::array StateWords{
    WordMeaning{"exists", "exists (0:r0=1 /\\ x=0)",
                "Whether some final state satisfies the proposition."},
    WordMeaning{"forall", "forall (x=2)", "Whether every final state satisfies the proposition."},
    WordMeaning{"locations", "locations [x; 0:r0;]", "What else final states show."},
    WordMeaning{"filter", "filter (x=1)", "Only final states that satisfy it count."},
    WordMeaning{"final", "final (x=1)", "The same as `exists`."},
};

constexpr std::array MemoryOrders{
    WordMeaning{"memory_order_relaxed", "",
                "Relaxed: atomic, and orders nothing but the accesses of its own location."},
    WordMeaning{"memory_order_consume", "", "Consume; as in herd's models it is relaxed here."},
    WordMeaning{"memory_order_acquire", "", "Acquire: for loads, read-modify-writes and fences."},
    WordMeaning{"memory_order_release", "", "Release: for stores, read-modify-writes and fences."},
    WordMeaning{"memory_order_acq_rel", "",
                "Acquire and release at once: for read-modify-writes and fences."},
    WordMeaning{"memory_order_seq_cst", "",
                "Sequentially consistent: acquire or release, and in one order with all others."},
};

}  // namespace

std::span<const WordMeaning> core_words() { return CoreWords; }
std::span<const WordMeaning> core_modes() { return CoreModes; }
std::span<const WordMeaning> cat_words() { return CatWords; }
std::span<const WordMeaning> state_words() { return StateWords; }
std::span<const WordMeaning> memory_orders() { return MemoryOrders; }

const WordMeaning* find_word(std::span<const WordMeaning> words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &WordMeaning::word);
  return found == words.end() ? nullptr : &*found;
}

}  // namespace drover::editing
