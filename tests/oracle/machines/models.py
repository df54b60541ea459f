"""Candidate executions, and the models of machines as sets of pairs."""

import itertools

from machines.programs import CELLS, LOCATIONS


# ---- Relations

def seq(*relations):
    out = relations[0]
    for relation in relations[1:]:
        by_first = {}
        for a, b in relation:
            by_first.setdefault(a, set()).add(b)
        out = {(a, c) for a, b in out for c in by_first.get(b, ())}
    return out


def plus(relation):
    out = set(relation)
    while True:
        more = out | seq(out, relation)
        if more == out:
            return out
        out = more


def ident(events):
    return {(e, e) for e in events}


def inverse(relation):
    return {(b, a) for a, b in relation}


def acyclic(relation):
    after = {}
    for a, b in relation:
        after.setdefault(a, set()).add(b)
    state = {}

    def visit(node):
        state[node] = 1
        for other in after.get(node, ()):
            seen = state.get(other)
            if seen == 1 or (seen is None and not visit(other)):
                return False
        state[node] = 2
        return True
    return all(state.get(node) or visit(node) for node in list(after))


def irreflexive(relation):
    return all(a != b for a, b in relation)


class Candidate:
    """Events with their relations: first the initial writes, then those of the threads."""

    def __init__(self, machine, paths, initial, layout):
        self.machine, self.layout = machine, layout
        self.events, self.thread, self.po = list(initial), [None] * len(initial), set()
        names = ("addr", "data", "ctrl", "pick_addr", "pick_data", "pick_ctrl", "pick")
        self.dep = {name: set() for name in names}
        for number, events in enumerate(paths):
            first = len(self.events)
            for i, event in enumerate(events):
                self.events.append(event)
                self.thread.append(number)
                # Only the kernel has an order inside an instruction.
                self.po |= {(first + k, first + i) for k in range(i)
                            if machine == "LKMM" or events[k].instruction != event.instruction}
                for name in names:
                    self.dep[name] |= {(first + k, first + i) for k in getattr(event, name)}
        every = range(len(self.events))
        self.r = {e for e in every if self.events[e].reads is not None}
        self.w = {e for e in every if self.events[e].writes is not None}
        self.m = self.r | self.w
        self.every = ident(every)
        self.po_loc = {(a, b) for a, b in self.po if self.same_location(a, b)}
        self.accesses = {}
        for e in self.m:
            self.accesses.setdefault(self.access_of(e), []).append(e)
        # Events of one access.
        self.si = {(a, b) for each in self.accesses.values() for a in each for b in each} | self.every
        self.amo = {(a, b) for a in self.r - self.w if "amo" in self.events[a].tags
                    for b in self.w - self.r if self.same_location(a, b) and
                    self.thread[a] is not None and self.thread[a] == self.thread[b] and
                    self.events[a].instruction == self.events[b].instruction}
        self.rmw = self.amo | self.exclusive_pairs()

    def access_of(self, e):
        return (self.thread[e], e if self.thread[e] is None else self.events[e].access)

    def same_location(self, a, b):
        return a in self.m and b in self.m and self.events[a].location == self.events[b].location

    def tagged(self, *tags):
        return {e for e in range(len(self.events)) if self.events[e].tags & set(tags)}

    # No other access that is exclusive is between the two, whatever it is of.
    def exclusive_pairs(self):
        rmw, exclusive = set(), self.tagged("X")
        for a, b in self.po_loc:
            if not (a in self.r - self.w and b in self.w - self.r and {a, b} <= exclusive):
                continue
            if "amo" in self.events[a].tags or "amo" in self.events[b].tags:
                continue
            between = {c for c in exclusive if (a, c) in self.po and (c, b) in self.po and
                       not (c in self.r and c in self.w)}
            if not between:
                rmw.add((a, b))
        return rmw

    def external(self, relation):
        return {(a, b) for a, b in relation if self.thread[a] is None
                or self.thread[a] != self.thread[b]}

    # All reads-from and coherence orders.
    def choices(self):
        reads = sorted(self.r)
        writers = [[w for w in sorted(self.w) if self.same_location(w, r) and w != r and
                    self.events[w].writes == self.events[r].reads] for r in reads]
        if not all(writers):
            return
        orders = [self.orders_of(location) for location in LOCATIONS + CELLS]
        for chosen in itertools.product(*writers):
            rf = set(zip(chosen, reads))
            for order in itertools.product(*orders):
                lines = list(itertools.chain.from_iterable(order))
                co = {(line[i], line[j]) for line in lines for j in range(len(line))
                      for i in range(j)}
                yield rf, co, [[self.events[line[-1]].writes for line in of] for of in order]

    # The coherence orders of a location: of its granules, as some order of its writes gives them.
    # Models forbid others.
    def orders_of(self, location):
        granules = self.layout.granules(location)
        initial = [e for e in sorted(self.w) if self.thread[e] is None]
        accesses = sorted(key for key, events in self.accesses.items() if key[0] is not None and
                          any(e in self.w and self.events[e].location in granules
                              for e in events))
        orders = {}
        for permutation in itertools.permutations(accesses):
            events = initial + [e for key in permutation for e in self.accesses[key]]
            lines = tuple(tuple(e for e in events if self.events[e].location == granule)
                          for granule in granules)
            orders[lines] = None
        return list(orders)


# ---- AArch64: [Pulte et al., POPL'18], with the picks of the manual

def check_aarch64(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    rfi, coi, fri = rf - rfe, co - coe, fr - fre
    r, w, m, po = c.r, c.w, c.m, c.po
    to_r, to_w, mem = ident(r), ident(w), ident(m)
    # Internal visibility.
    if not irreflexive(seq(to_r, c.po_loc | c.rmw, to_w, rfi)):
        return False
    if not irreflexive(seq(to_w, c.po_loc, to_w, coi)):
        return False
    if not irreflexive(seq(to_w, c.po_loc, to_r, fri)):
        return False
    if (c.rmw & seq(fr, co)) - (c.rmw & seq(fri, coi)):
        return False
    acq, acqpc, rel = c.tagged("acq"), c.tagged("acqpc"), c.tagged("rel")
    successor = {(a, b) for a, b in c.po_loc if a in w and b in r and not any(
        (a, k) in c.po_loc and (k, b) in c.po_loc for k in w)}

    def families(addr, data, ctrl, others):
        step = seq(addr, to_r) | seq(addr | data | others, to_w, successor)
        carried = plus(step) | c.every
        return plus(step), seq(carried, addr), seq(carried, data - c.amo), seq(carried, ctrl)
    dep = c.dep
    _, addr, data, ctrl = families(dep["addr"], dep["data"], dep["ctrl"], set())
    picked, pick_addr, pick_data, pick_ctrl = families(
        dep["pick_addr"], dep["pick_data"], dep["pick_ctrl"], dep["pick"])
    carried = picked | c.every
    pick_dep = (picked | pick_addr | pick_data | pick_ctrl | seq(carried, dep["pick"] - c.amo))
    dob = (addr | data | seq(ctrl, to_w) | seq(addr, mem, po, to_w) |
           seq(addr | data, mem, successor))
    pob = (seq(pick_addr, to_w) | pick_data | seq(pick_ctrl, to_w) |
           seq(pick_addr, mem, po, to_w))
    full = ident(c.tagged("DMB SY", "DMB ISH", "DMB OSH", "DSB SY"))
    light = ident(c.tagged("DMB LD", "DMB ISHLD", "DSB LD"))
    stores = ident(c.tagged("DMB ST", "DMB ISHST", "DSB ST"))
    waited = ident(r - c.tagged("noret"))
    bob = (seq(mem, po, full, po, mem) | seq(waited, po, light, po, mem) |
           seq(to_w, po, stores, po, to_w) | seq(ident(rel), po, ident(acq)) |
           seq(ident(acq | acqpc), po, mem) | seq(mem, po, ident(rel)) |
           seq(ident({b for a, b in c.amo if a in acq and b in rel}), po, mem))
    dsb = (seq(mem, po, ident(c.tagged("DSB SY")), po) |
           seq(waited, po, ident(c.tagged("DSB LD")), po) |
           seq(to_w, po, ident(c.tagged("DSB ST")), po))
    isb = ident(c.tagged("ISB"))
    isb_ob = (seq(ctrl | pick_ctrl, isb, po) | seq(addr | pick_addr, mem, po, isb, po) |
              seq(dsb, isb, po))
    aob = c.rmw | seq(c.rmw, successor, ident(acq | acqpc))
    lob = plus(seq(mem, c.po_loc, to_w, c.si) | dob | pob | aob | bob | dsb | isb_ob)
    hazard = seq(to_r, c.po_loc, to_r, c.si, fre, c.si)
    return acyclic(lob | seq(pick_dep, lob, to_w) | hazard | seq(rfe | coe | fre, c.si))


# ---- RISC-V: RVWMO of the manual

def check_riscv(c, rf, co):
    fr = {(a, b) for a, b in seq(inverse(rf), co) if a != b}
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    r, w, m, po = ident(c.r), ident(c.w), ident(c.m), c.po
    if not acyclic(co | rf | fr | c.po_loc):
        return False
    sets = {"r": r, "w": w, "rw": m}
    fences = seq(m, po, ident(c.tagged("fence")), po, m)
    for before, first in sets.items():
        for after, second in sets.items():
            fences |= seq(first, po, ident(c.tagged(f"fence {before},{after}")), po, second)
    tso = seq(po, ident(c.tagged("fence.tso")), po)
    fences |= seq(r, tso, m) | seq(w, tso, w)
    acq, rel = c.tagged("acq", "acqrel"), c.tagged("rel", "acqrel")
    # Of what is annotated, what is of lr, sc and amo, and what is annotated twice.
    consistent = ident(((acq | rel) & c.tagged("X")) | c.tagged("acqrel"))
    near = {(a, b) for a, b in c.po_loc if not any(
        (a, k) in c.po_loc and (k, b) in c.po_loc for k in c.w)}
    near = {(a, b) for a, b in near if a not in c.w}
    addr, data, ctrl = c.dep["addr"], c.dep["data"], c.dep["ctrl"]
    rfi = rf - rfe
    ppo = (seq(m, c.po_loc, w) | (seq(r, near, r) - seq(inverse(rf), rf)) |
           seq(ident(c.tagged("X") & c.w), rfi, r) | fences | seq(ident(acq), po, m) |
           seq(m, po, ident(rel)) | seq(consistent, po, consistent) | c.rmw |
           seq(m, addr, m) | seq(m, data, w) | seq(m, ctrl, w) |
           seq(m, addr | data, w, rfi, r) | seq(m, addr, m, po, w))
    return acyclic(seq(co | rfe | fr | ppo, c.si)) and not c.rmw & seq(fre, coe)


# ---- Power: [Alglave, Maranget, Tautschnig, TOPLAS'14]

def check_ppc(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    if not acyclic(c.po_loc | rf | fr | co) or c.rmw & seq(fre, coe):
        return False
    r, w, po = c.r, c.w, c.po

    def fence(name):
        return seq(ident(c.m), po, ident(c.tagged(name)), po, ident(c.m))
    sync = fence("sync")
    light = ({(a, b) for a, b in fence("lwsync") if not (a in w and b in r)} |
             {(a, b) for a, b in fence("eieio") if a in w and b in w})
    addr, data, ctrl = c.dep["addr"], c.dep["data"], c.dep["ctrl"]
    dd = addr | data
    ci0 = seq(ctrl, ident(c.tagged("isync")), po) | (c.po_loc & seq(coe, rfe))
    ii0 = dd | (rf - rfe) | (c.po_loc & seq(fre, rfe))
    cc0 = dd | c.po_loc | ctrl | seq(addr, po)
    ci, ii, cc, ic = set(), set(), set(), set()
    while True:
        after = (ci0 | seq(ci, ii) | seq(cc, ci), ii0 | ci | seq(ic, ci) | seq(ii, ii),
                 cc0 | ci | seq(ci, ic) | seq(cc, cc), ii | cc | seq(ic, cc) | seq(ii, ic))
        if after == (ci, ii, cc, ic):
            break
        ci, ii, cc, ic = after
    ppo = ({(a, b) for a, b in ii if a in r and b in r} |
           {(a, b) for a, b in ic if a in r and b in w})
    hb = ppo | sync | light | rfe
    if not acyclic(hb):
        return False
    star = plus(hb) | c.every
    base = seq((sync | light) | seq(rfe, sync | light), star)
    seen = rfe | fre | coe | seq(fre, rfe) | seq(coe, rfe) | c.every
    prop = ({(a, b) for a, b in base if a in w and b in w} |
            seq(seen, plus(base) | c.every, sync, star))
    exclusive = {(a, b) for a, b in po if {a, b} <= c.tagged("X")}
    return (acyclic(co | prop) and irreflexive(seq(fre, prop, star)) and
            acyclic(co | exclusive))


# ---- x86: [Owens, Sarkar, Sewell, TPHOLs'09]

def check_x86(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    if not acyclic(c.po_loc | rf | fr | co | c.rmw) or c.rmw & seq(fre, coe):
        return False
    locked = ident(c.tagged("locked"))
    fences = seq(c.po, ident(c.tagged("mfence")), c.po) | seq(locked, c.po) | seq(c.po, locked)
    kept = {(a, b) for a, b in c.po if {a, b} <= c.m and not (a in c.w and b in c.r)}
    return acyclic(kept | fences | seq(rfe | coe | fre, c.si) | c.rmw)


# ---- The Linux kernel: [Alglave, Maranget, McKenney, Parri, Stern, ASPLOS'18], marked accesses

def check_kernel(c, rf, co):
    fr = seq(inverse(rf), co)
    rfe, coe, fre = c.external(rf), c.external(co), c.external(fr)
    if not acyclic(c.po_loc | rf | fr | co) or c.rmw & seq(fre, coe):
        return False
    po, maybe_po = c.po, c.po | c.every
    r, w, mem = ident(c.r), ident(c.w), ident(c.m)
    rfi = rf - rfe
    overwrites = co | fr
    carried = plus(seq(c.dep["data"], rfi)) | c.every
    addr, data, ctrl = (seq(carried, c.dep[name]) for name in ("addr", "data", "ctrl"))
    dep = addr | data
    returned = ident(c.r - c.tagged("noret"))
    rmb = seq(returned, po, ident(c.tagged("rmb")), po, returned)
    wmb = seq(w, po, ident(c.tagged("wmb")), po, w)
    mb = seq(mem, po, ident(c.tagged("mb")), po, mem)
    grace = seq(po, ident(c.tagged("sync")), maybe_po)
    strong = mb | grace
    release = seq(mem, po, ident(c.tagged("rel")))
    acquire = seq(ident(c.tagged("acq")), po, mem)
    fence = strong | release | wmb | rmb | acquire
    to_w = seq(dep | ctrl, w) | {(a, b) for a, b in overwrites if (a, b) not in coe | fre}
    to_r = seq(addr, r) | seq(dep, rfi)
    ppo = to_r | to_w | fence
    chain = plus(seq(rf, c.rmw)) | c.every
    maybe_rfe = rfe | c.every
    cumul = seq(seq(maybe_rfe, strong | release) | wmb, chain)
    prop = seq(coe | fre | c.every, plus(cumul) | c.every, maybe_rfe)
    inside = {(a, b) for a, b in prop if a != b and c.thread[a] is not None
              and c.thread[a] == c.thread[b]}
    hb = ppo | rfe | inside
    if not acyclic(hb):
        return False
    hbs = plus(hb) | c.every
    pb = seq(prop, strong, hbs)
    if not acyclic(pb):
        return False
    return check_rcu(c, prop, hbs, plus(pb) | c.every)


# The law of grace periods: on no cycle there are as many of them as critical sections, or more.
def check_rcu(c, prop, hbs, pbs):
    gp = ident(c.tagged("sync"))
    locks, unlocks = sorted(c.tagged("rcu-lock")), sorted(c.tagged("rcu-unlock"))
    # They are not nested.
    back = {(u, max(l for l in locks if l < u)) for u in unlocks}
    link = seq(c.po | c.every, hbs, pbs, prop, c.po)
    order = set(gp)
    while True:
        more = (order | seq(gp, link, back) | seq(back, link, gp) |
                seq(gp, link, order, link, back) | seq(back, link, order, link, gp) |
                seq(order, link, order))
        if more == order:
            break
        order = more
    fence = seq(c.po, order, c.po | c.every)
    return irreflexive(seq(prop, fence, hbs, pbs))


MODELS = {"AArch64": check_aarch64, "RISCV": check_riscv, "PPC": check_ppc, "X86_64": check_x86,
          "LKMM": check_kernel}
