#ifndef __DROVER_SYS_QUEUE_H
#define __DROVER_SYS_QUEUE_H
/* Lists whose links are members of their elements. SLIST and STAILQ have one link, to the next
   element; LIST and TAILQ also have one to the pointer that points to the element. STAILQ and TAILQ
   know their ends. */

/* Singly linked lists. */
#define SLIST_HEAD(name, type) \
  struct name {                \
    struct type* slh_first;    \
  }
#define SLIST_HEAD_INITIALIZER(list) \
  { 0 }
#define SLIST_ENTRY(type)  \
  struct {                 \
    struct type* sle_next; \
  }
#define SLIST_INIT(list) ((void)((list)->slh_first = 0))
#define SLIST_EMPTY(list) ((list)->slh_first == 0)
#define SLIST_FIRST(list) ((list)->slh_first)
#define SLIST_NEXT(element, link) ((element)->link.sle_next)
#define SLIST_FOREACH(each, list, link) \
  for ((each) = SLIST_FIRST(list); (each) != 0; (each) = SLIST_NEXT(each, link))
#define SLIST_FOREACH_SAFE(each, list, link, after)                                      \
  for ((each) = SLIST_FIRST(list); (each) != 0 && ((after) = SLIST_NEXT(each, link), 1); \
       (each) = (after))
#define SLIST_INSERT_HEAD(list, element, link)    \
  do {                                            \
    (element)->link.sle_next = (list)->slh_first; \
    (list)->slh_first = (element);                \
  } while (0)
#define SLIST_INSERT_AFTER(before, element, link)       \
  do {                                                  \
    (element)->link.sle_next = (before)->link.sle_next; \
    (before)->link.sle_next = (element);                \
  } while (0)
#define SLIST_REMOVE_HEAD(list, link) ((void)((list)->slh_first = (list)->slh_first->link.sle_next))
#define SLIST_REMOVE_AFTER(before, link) \
  ((void)((before)->link.sle_next = (before)->link.sle_next->link.sle_next))
#define SLIST_REMOVE(list, element, type, link)                         \
  do {                                                                  \
    struct type** __place = &(list)->slh_first;                         \
    while (*__place != (element)) __place = &(*__place)->link.sle_next; \
    *__place = (*__place)->link.sle_next;                               \
  } while (0)

/* Doubly linked lists. */
#define LIST_HEAD(name, type) \
  struct name {               \
    struct type* lh_first;    \
  }
#define LIST_HEAD_INITIALIZER(list) \
  { 0 }
#define LIST_ENTRY(type)   \
  struct {                 \
    struct type* le_next;  \
    struct type** le_prev; \
  }
#define LIST_INIT(list) ((void)((list)->lh_first = 0))
#define LIST_EMPTY(list) ((list)->lh_first == 0)
#define LIST_FIRST(list) ((list)->lh_first)
#define LIST_NEXT(element, link) ((element)->link.le_next)
#define LIST_FOREACH(each, list, link) \
  for ((each) = LIST_FIRST(list); (each) != 0; (each) = LIST_NEXT(each, link))
#define LIST_FOREACH_SAFE(each, list, link, after)                                     \
  for ((each) = LIST_FIRST(list); (each) != 0 && ((after) = LIST_NEXT(each, link), 1); \
       (each) = (after))
#define __DROVER_LIST_PUT(place, element, link)                                                    \
  do {                                                                                             \
    (element)->link.le_next = *(place);                                                            \
    (element)->link.le_prev = (place);                                                             \
    if ((element)->link.le_next) (element)->link.le_next->link.le_prev = &(element)->link.le_next; \
    *(element)->link.le_prev = (element);                                                          \
  } while (0)
#define LIST_INSERT_HEAD(list, element, link) __DROVER_LIST_PUT(&(list)->lh_first, element, link)
#define LIST_INSERT_AFTER(before, element, link) \
  __DROVER_LIST_PUT(&(before)->link.le_next, element, link)
#define LIST_INSERT_BEFORE(after, element, link)      \
  do {                                                \
    (element)->link.le_prev = (after)->link.le_prev;  \
    (element)->link.le_next = (after);                \
    *(element)->link.le_prev = (element);             \
    (after)->link.le_prev = &(element)->link.le_next; \
  } while (0)
#define LIST_REMOVE(element, link)                                                                \
  do {                                                                                            \
    if ((element)->link.le_next) (element)->link.le_next->link.le_prev = (element)->link.le_prev; \
    *(element)->link.le_prev = (element)->link.le_next;                                           \
  } while (0)

/* Singly linked queues. */
#define STAILQ_HEAD(name, type) \
  struct name {                 \
    struct type* stqh_first;    \
    struct type** stqh_last;    \
  }
#define STAILQ_HEAD_INITIALIZER(list) \
  { 0, &(list).stqh_first }
#define STAILQ_ENTRY(type)  \
  struct {                  \
    struct type* stqe_next; \
  }
#define STAILQ_INIT(list)                    \
  do {                                       \
    (list)->stqh_first = 0;                  \
    (list)->stqh_last = &(list)->stqh_first; \
  } while (0)
#define STAILQ_EMPTY(list) ((list)->stqh_first == 0)
#define STAILQ_FIRST(list) ((list)->stqh_first)
#define STAILQ_NEXT(element, link) ((element)->link.stqe_next)
#define STAILQ_FOREACH(each, list, link) \
  for ((each) = STAILQ_FIRST(list); (each) != 0; (each) = STAILQ_NEXT(each, link))
#define STAILQ_INSERT_HEAD(list, element, link)                                  \
  do {                                                                           \
    (element)->link.stqe_next = (list)->stqh_first;                              \
    if ((list)->stqh_first == 0) (list)->stqh_last = &(element)->link.stqe_next; \
    (list)->stqh_first = (element);                                              \
  } while (0)
#define STAILQ_INSERT_TAIL(list, element, link)     \
  do {                                              \
    (element)->link.stqe_next = 0;                  \
    *(list)->stqh_last = (element);                 \
    (list)->stqh_last = &(element)->link.stqe_next; \
  } while (0)
#define STAILQ_REMOVE_HEAD(list, link)                                    \
  do {                                                                    \
    (list)->stqh_first = (list)->stqh_first->link.stqe_next;              \
    if ((list)->stqh_first == 0) (list)->stqh_last = &(list)->stqh_first; \
  } while (0)

/* Doubly linked queues. */
#define TAILQ_HEAD(name, type) \
  struct name {                \
    struct type* tqh_first;    \
    struct type** tqh_last;    \
  }
#define TAILQ_HEAD_INITIALIZER(list) \
  { 0, &(list).tqh_first }
#define TAILQ_ENTRY(type)   \
  struct {                  \
    struct type* tqe_next;  \
    struct type** tqe_prev; \
  }
#define TAILQ_INIT(list)                   \
  do {                                     \
    (list)->tqh_first = 0;                 \
    (list)->tqh_last = &(list)->tqh_first; \
  } while (0)
#define TAILQ_EMPTY(list) ((list)->tqh_first == 0)
#define TAILQ_FIRST(list) ((list)->tqh_first)
#define TAILQ_NEXT(element, link) ((element)->link.tqe_next)
#define TAILQ_FOREACH(each, list, link) \
  for ((each) = TAILQ_FIRST(list); (each) != 0; (each) = TAILQ_NEXT(each, link))
#define TAILQ_FOREACH_SAFE(each, list, link, after)                                      \
  for ((each) = TAILQ_FIRST(list); (each) != 0 && ((after) = TAILQ_NEXT(each, link), 1); \
       (each) = (after))
#define __DROVER_TAILQ_PUT(list, place, element, link)                     \
  do {                                                                     \
    (element)->link.tqe_next = *(place);                                   \
    (element)->link.tqe_prev = (place);                                    \
    if ((element)->link.tqe_next) {                                        \
      (element)->link.tqe_next->link.tqe_prev = &(element)->link.tqe_next; \
    } else {                                                               \
      (list)->tqh_last = &(element)->link.tqe_next;                        \
    }                                                                      \
    *(element)->link.tqe_prev = (element);                                 \
  } while (0)
#define TAILQ_INSERT_HEAD(list, element, link) \
  __DROVER_TAILQ_PUT(list, &(list)->tqh_first, element, link)
#define TAILQ_INSERT_AFTER(list, before, element, link) \
  __DROVER_TAILQ_PUT(list, &(before)->link.tqe_next, element, link)
#define TAILQ_INSERT_TAIL(list, element, link)    \
  do {                                            \
    (element)->link.tqe_next = 0;                 \
    (element)->link.tqe_prev = (list)->tqh_last;  \
    *(list)->tqh_last = (element);                \
    (list)->tqh_last = &(element)->link.tqe_next; \
  } while (0)
#define TAILQ_INSERT_BEFORE(after, element, link)       \
  do {                                                  \
    (element)->link.tqe_prev = (after)->link.tqe_prev;  \
    (element)->link.tqe_next = (after);                 \
    *(element)->link.tqe_prev = (element);              \
    (after)->link.tqe_prev = &(element)->link.tqe_next; \
  } while (0)
#define TAILQ_REMOVE(list, element, link)                                 \
  do {                                                                    \
    if ((element)->link.tqe_next) {                                       \
      (element)->link.tqe_next->link.tqe_prev = (element)->link.tqe_prev; \
    } else {                                                              \
      (list)->tqh_last = (element)->link.tqe_prev;                        \
    }                                                                     \
    *(element)->link.tqe_prev = (element)->link.tqe_next;                 \
  } while (0)
#endif
