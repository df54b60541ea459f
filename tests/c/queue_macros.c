// expect: safe
// The lists of <sys/queue.h>: every macro changes, or reads, a list that is compared afterwards.
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>
struct item {
  int value;
  SLIST_ENTRY(item) single;
  LIST_ENTRY(item) both;
  STAILQ_ENTRY(item) queued;
  TAILQ_ENTRY(item) tail;
};
SLIST_HEAD(singles, item);
LIST_HEAD(doubles, item);
STAILQ_HEAD(queue, item);
TAILQ_HEAD(tails, item);
static struct singles singles = SLIST_HEAD_INITIALIZER(singles);
static struct doubles doubles = LIST_HEAD_INITIALIZER(doubles);
static struct queue queue = STAILQ_HEAD_INITIALIZER(queue);
static struct tails tails = TAILQ_HEAD_INITIALIZER(tails);
static struct item a = {1}, b = {2}, c = {3};
int main(void) {
  struct item *each, *after;
  int digits;
#define READ(for_each) (digits = 0, ({ for_each digits = 10 * digits + each->value; }), digits)
#define SINGLES READ(SLIST_FOREACH(each, &singles, single))
#define DOUBLES READ(LIST_FOREACH(each, &doubles, both))
#define QUEUE READ(STAILQ_FOREACH(each, &queue, queued))
#define TAILS READ(TAILQ_FOREACH(each, &tails, tail))
  SLIST_INIT(&singles);
  assert(SLIST_EMPTY(&singles) && SINGLES == 0);
  SLIST_INSERT_HEAD(&singles, &c, single);
  SLIST_INSERT_HEAD(&singles, &a, single);
  SLIST_INSERT_AFTER(&a, &b, single);
  assert(!SLIST_EMPTY(&singles) && SLIST_FIRST(&singles) == &a && SLIST_NEXT(&a, single) == &b && SINGLES == 123);
  SLIST_REMOVE_AFTER(&a, single);
  assert(SINGLES == 13);
  SLIST_INSERT_AFTER(&a, &b, single);
  SLIST_REMOVE(&singles, &c, item, single);
  assert(SINGLES == 12);
  SLIST_REMOVE_HEAD(&singles, single);
  assert(SINGLES == 2);
  SLIST_INSERT_HEAD(&singles, &a, single);
  digits = 0;
  SLIST_FOREACH_SAFE(each, &singles, single, after) { digits = 10 * digits + each->value; each->single.sle_next = 0; }
  assert(digits == 12);

  LIST_INIT(&doubles);
  assert(LIST_EMPTY(&doubles));
  LIST_INSERT_HEAD(&doubles, &b, both);
  LIST_INSERT_BEFORE(&b, &a, both);
  LIST_INSERT_AFTER(&b, &c, both);
  assert(!LIST_EMPTY(&doubles) && LIST_FIRST(&doubles) == &a && LIST_NEXT(&a, both) == &b && DOUBLES == 123);
  LIST_REMOVE(&b, both);
  assert(DOUBLES == 13);
  LIST_REMOVE(&a, both);
  LIST_INSERT_HEAD(&doubles, &b, both);
  assert(DOUBLES == 23);
  LIST_REMOVE(&c, both);
  LIST_INSERT_AFTER(&b, &a, both);
  assert(DOUBLES == 21);
  digits = 0;
  LIST_FOREACH_SAFE(each, &doubles, both, after) { LIST_REMOVE(each, both); digits = 10 * digits + each->value; }
  assert(digits == 21 && LIST_EMPTY(&doubles));

  STAILQ_INSERT_TAIL(&queue, &a, queued);
  STAILQ_INIT(&queue);
  assert(STAILQ_EMPTY(&queue));
  STAILQ_INSERT_HEAD(&queue, &b, queued);
  STAILQ_INSERT_TAIL(&queue, &c, queued);
  STAILQ_INSERT_HEAD(&queue, &a, queued);
  assert(!STAILQ_EMPTY(&queue) && STAILQ_FIRST(&queue) == &a && STAILQ_NEXT(&a, queued) == &b && QUEUE == 123);
  STAILQ_REMOVE_HEAD(&queue, queued);
  STAILQ_REMOVE_HEAD(&queue, queued);
  STAILQ_REMOVE_HEAD(&queue, queued);
  STAILQ_INSERT_TAIL(&queue, &b, queued);
  assert(QUEUE == 2);

  TAILQ_INSERT_TAIL(&tails, &a, tail);
  TAILQ_INIT(&tails);
  assert(TAILQ_EMPTY(&tails));
  TAILQ_INSERT_HEAD(&tails, &b, tail);
  TAILQ_INSERT_BEFORE(&b, &a, tail);
  TAILQ_INSERT_AFTER(&tails, &b, &c, tail);
  assert(!TAILQ_EMPTY(&tails) && TAILQ_FIRST(&tails) == &a && TAILQ_NEXT(&a, tail) == &b && TAILS == 123);
  TAILQ_REMOVE(&tails, &c, tail);
  TAILQ_REMOVE(&tails, &a, tail);
  TAILQ_INSERT_TAIL(&tails, &a, tail);
  TAILQ_INSERT_HEAD(&tails, &c, tail);
  assert(TAILS == 321);
  digits = 0;
  TAILQ_FOREACH_SAFE(each, &tails, tail, after) { TAILQ_REMOVE(&tails, each, tail); digits = 10 * digits + each->value; }
  assert(digits == 321 && TAILQ_EMPTY(&tails));
  return 0;
}
