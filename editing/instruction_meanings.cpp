// What the instructions of litmus tests do, and the functions of those in C.

#include <algorithm>
#include <array>
#include <cctype>

#include "editing/word_meanings.h"
#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/kernel/primitives.h"

namespace drover::editing {

namespace {

constexpr std::array X86{
    WordMeaning{"MOV", "MOV [x],$1 · MOV EAX,[x]",
                "A store to memory, a load, or a copy of a register."},
    WordMeaning{"MFENCE", "MFENCE", "Waits until the thread's store buffer is empty."},
    WordMeaning{"SFENCE", "SFENCE", "Orders stores; under tso they are in order anyway."},
    WordMeaning{"LFENCE", "LFENCE", "Orders loads; under tso they are in order anyway."},
    WordMeaning{"XCHG", "XCHG [x],EAX",
                "Exchanges memory and a register, atomically: it is always locked, and a fence."},
    WordMeaning{
        "CMPXCHG", "LOCK CMPXCHG [x],EBX",
        "Compares memory with EAX; if they are equal, writes the register, else loads EAX."},
    WordMeaning{"XADD", "LOCK XADD [x],EAX",
                "Adds a register to memory, and gives the register the old value."},
    WordMeaning{"INC", "INC [x]", "Adds one; atomic only with LOCK."},
    WordMeaning{"DEC", "DEC [x]", "Subtracts one; atomic only with LOCK."},
    WordMeaning{"ADD", "ADD EAX,EBX", "Adds; to memory, atomic only with LOCK."},
    WordMeaning{"SUB", "SUB EAX,EBX", "Subtracts; from memory, atomic only with LOCK."},
    WordMeaning{"XOR", "XOR EAX,EAX", "Exclusive or."},
    WordMeaning{"AND", "AND EAX,EBX", "Bitwise and."},
    WordMeaning{"OR", "OR EAX,EBX", "Bitwise or."},
    WordMeaning{"CMP", "CMP EAX,$1", "Compares; the next conditional jump uses it."},
    WordMeaning{"TEST", "TEST EAX,EAX", "Compares the bitwise and with 0."},
    WordMeaning{"JMP", "JMP L0", "Jumps to a label."},
    WordMeaning{"JE", "JE L0", "Jumps if the comparison found equal values."},
    WordMeaning{"JNE", "JNE L0", "Jumps if the comparison found different values."},
    WordMeaning{"LOCK", "LOCK XADD [x],EAX", "Makes the instruction atomic, and a fence."},
};

constexpr std::array Aarch64{
    WordMeaning{"LDR", "LDR W0,[X1]", "Load."},
    WordMeaning{"STR", "STR W0,[X1]", "Store."},
    WordMeaning{"LDP", "LDP W0,W1,[X2]", "Loads a pair of registers."},
    WordMeaning{"STP", "STP W0,W1,[X2]", "Stores a pair of registers."},
    WordMeaning{"LDAR", "LDAR W0,[X1]",
                "Load-acquire: what follows in the thread comes after it, and it comes after "
                "earlier store-releases."},
    WordMeaning{
        "LDAPR", "LDAPR W0,[X1]",
        "Load-acquire of the weaker kind (RCpc): earlier store-releases may be delayed past it."},
    WordMeaning{"STLR", "STLR W0,[X1]",
                "Store-release: what is before it in the thread comes before it."},
    WordMeaning{"LDXR", "LDXR W0,[X1]", "Load-exclusive: the first half of a read-modify-write."},
    WordMeaning{"LDAXR", "LDAXR W0,[X1]", "Load-acquire-exclusive."},
    WordMeaning{"STXR", "STXR W2,W0,[X1]",
                "Store-exclusive: writes, and gives 0, if nobody wrote since the load-exclusive; "
                "it may fail, and gives 1."},
    WordMeaning{"STLXR", "STLXR W2,W0,[X1]", "Store-release-exclusive."},
    WordMeaning{"CAS", "CAS W0,W1,[X2]",
                "Compare-and-swap: writes W1 if memory holds W0; W0 becomes what was found."},
    WordMeaning{"SWP", "SWP W0,W1,[X2]", "Swap: writes W0, loads the old value into W1."},
    WordMeaning{"LDADD", "LDADD W0,W1,[X2]", "Atomic addition: the old value goes to W1."},
    WordMeaning{"LDEOR", "LDEOR W0,W1,[X2]", "Atomic exclusive or: the old value goes to W1."},
    WordMeaning{"LDSET", "LDSET W0,W1,[X2]", "Atomic or: the old value goes to W1."},
    WordMeaning{"LDCLR", "LDCLR W0,W1,[X2]", "Atomic and-not: the old value goes to W1."},
    WordMeaning{"LDSMAX", "LDSMAX W0,W1,[X2]", "Atomic maximum: the old value goes to W1."},
    WordMeaning{"LDSMIN", "LDSMIN W0,W1,[X2]", "Atomic minimum: the old value goes to W1."},
    WordMeaning{"STADD", "STADD W0,[X1]",
                "Atomic addition without the old value: its read is not ordered by acquires or "
                "load barriers."},
    WordMeaning{"DMB", "DMB SY · DMB LD · DMB ST",
                "Data memory barrier: orders all accesses; LD: loads with what follows; ST: stores "
                "with stores."},
    WordMeaning{"DSB", "DSB SY",
                "Data synchronisation barrier: as DMB, and later instructions wait for it."},
    WordMeaning{"ISB", "ISB",
                "Instruction synchronisation barrier: with a control or address dependency before "
                "it, orders loads."},
    WordMeaning{"MOV", "MOV W0,#1", "Puts a number or a register into a register."},
    WordMeaning{"ADD", "ADD W0,W1,W2", "Addition."},
    WordMeaning{"SUB", "SUB W0,W1,W2", "Subtraction."},
    WordMeaning{"EOR", "EOR W0,W1,W1",
                "Exclusive or; of a register with itself it gives 0, and keeps the dependency."},
    WordMeaning{"AND", "AND W0,W1,#128", "Bitwise and."},
    WordMeaning{"ORR", "ORR W0,W1,W2", "Bitwise or."},
    WordMeaning{"CMP", "CMP W0,#1", "Compares; the next conditional instruction uses it."},
    WordMeaning{"CSEL", "CSEL W0,W1,W2,EQ", "Selects one of two registers by the last comparison."},
    WordMeaning{"CBZ", "CBZ W0,L0", "Jumps if the register is 0."},
    WordMeaning{"CBNZ", "CBNZ W0,L0", "Jumps if the register is not 0."},
    WordMeaning{"B", "B L0", "Jumps to a label."},
    WordMeaning{"B.EQ", "B.EQ L0", "Jumps if the last comparison found equal values."},
    WordMeaning{"B.NE", "B.NE L0", "Jumps if the last comparison found different values."},
    WordMeaning{"NOP", "NOP", "Does nothing."},
};

constexpr std::array Riscv{
    WordMeaning{"lw", "lw x5,0(x6)", "Load of a word; with .aq or .aqrl, an acquire."},
    WordMeaning{"sw", "sw x5,0(x6)", "Store of a word; with .rl or .aqrl, a release."},
    WordMeaning{"ld", "ld x5,0(x6)", "Load of a double word."},
    WordMeaning{"sd", "sd x5,0(x6)", "Store of a double word."},
    WordMeaning{"lr.w", "lr.w x5,0(x6)", "Load-reserved: the first half of a read-modify-write."},
    WordMeaning{"sc.w", "sc.w x7,x5,0(x6)",
                "Store-conditional: writes, and gives 0, if nobody wrote since; it may fail."},
    WordMeaning{"amoadd.w", "amoadd.w x5,x6,(x7)",
                "Atomic addition: the old value goes to the first register."},
    WordMeaning{"amoswap.w", "amoswap.w x5,x6,(x7)",
                "Atomic exchange: the old value goes to the first register."},
    WordMeaning{"amoor.w", "amoor.w x5,x6,(x7)", "Atomic or."},
    WordMeaning{"amoand.w", "amoand.w x5,x6,(x7)", "Atomic and."},
    WordMeaning{"amoxor.w", "amoxor.w x5,x6,(x7)", "Atomic exclusive or."},
    WordMeaning{
        "fence", "fence rw,w",
        "Orders the accesses of the first kind before it with those of the second kind after it."},
    WordMeaning{"fence.tso", "fence.tso", "Orders loads with everything and stores with stores."},
    WordMeaning{"fence.i", "fence.i", "Orders instruction fetches."},
    WordMeaning{"ori", "ori x5,x0,1",
                "Bitwise or with a number; with x0, puts a number into a register."},
    WordMeaning{"li", "li x5,1", "Puts a number into a register."},
    WordMeaning{"mv", "mv x5,x6", "Copies a register."},
    WordMeaning{"add", "add x5,x6,x7", "Addition."},
    WordMeaning{"addi", "addi x5,x6,1", "Addition of a number."},
    WordMeaning{"sub", "sub x5,x6,x7", "Subtraction."},
    WordMeaning{"xor", "xor x5,x6,x6",
                "Exclusive or; of a register with itself it gives 0, and keeps the dependency."},
    WordMeaning{"and", "and x5,x6,x7", "Bitwise and."},
    WordMeaning{"or", "or x5,x6,x7", "Bitwise or."},
    WordMeaning{"beq", "beq x5,x0,L0", "Jumps if the registers are equal."},
    WordMeaning{"bne", "bne x5,x0,L0", "Jumps if the registers differ."},
    WordMeaning{"blt", "blt x5,x6,L0", "Jumps if the first register is smaller."},
    WordMeaning{"bge", "bge x5,x6,L0", "Jumps if the first register is not smaller."},
    WordMeaning{"j", "j L0", "Jumps to a label."},
    WordMeaning{"nop", "nop", "Does nothing."},
};

constexpr std::array Ppc{
    WordMeaning{"lwz", "lwz r1,0(r2)", "Load of a word."},
    WordMeaning{"lwzx", "lwzx r1,r2,r3", "Load; the address is the sum of two registers."},
    WordMeaning{"stw", "stw r1,0(r2)", "Store of a word."},
    WordMeaning{"stwx", "stwx r1,r2,r3", "Store; the address is the sum of two registers."},
    WordMeaning{"lwarx", "lwarx r1,r0,r2",
                "Load with reservation: the first half of a read-modify-write."},
    WordMeaning{"stwcx.", "stwcx. r1,r0,r2",
                "Store-conditional: writes if the reservation still holds; it may fail, which a "
                "conditional jump can test."},
    WordMeaning{"sync", "sync",
                "The full barrier: orders all accesses, and what other threads have seen."},
    WordMeaning{"lwsync", "lwsync", "The light barrier: orders all but stores with later loads."},
    WordMeaning{"eieio", "eieio", "Orders stores with stores."},
    WordMeaning{"isync", "isync", "With a conditional jump before it, orders loads."},
    WordMeaning{"li", "li r1,1", "Puts a number into a register."},
    WordMeaning{"mr", "mr r1,r2", "Copies a register."},
    WordMeaning{"add", "add r1,r2,r3", "Addition."},
    WordMeaning{"addi", "addi r1,r2,1", "Addition of a number."},
    WordMeaning{"sub", "sub r1,r2,r3", "Subtraction."},
    WordMeaning{"xor", "xor r1,r2,r2",
                "Exclusive or; of a register with itself it gives 0, and keeps the dependency."},
    WordMeaning{"and", "and r1,r2,r3", "Bitwise and."},
    WordMeaning{"or", "or r1,r2,r3", "Bitwise or."},
    WordMeaning{"cmpw", "cmpw r1,r2", "Compares two registers; the next conditional jump uses it."},
    WordMeaning{"cmpwi", "cmpwi r1,1", "Compares a register with a number."},
    WordMeaning{"beq", "beq L0", "Jumps if the comparison found equal values."},
    WordMeaning{"bne", "bne L0",
                "Jumps if the comparison found different values, or the store-conditional failed."},
    WordMeaning{"b", "b L0", "Jumps to a label."},
    WordMeaning{"nop", "nop", "Does nothing."},
};

std::string upper_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

bool is_same_word(std::string_view a, std::string_view b) { return upper_case(a) == upper_case(b); }

const WordMeaning* find_instruction(std::span<const WordMeaning> words, std::string_view mnemonic) {
  const auto found = std::ranges::find_if(
      words, [&](const WordMeaning& each) { return is_same_word(each.word, mnemonic); });
  return found == words.end() ? nullptr : &*found;
}

std::string shown(const WordMeaning& meaning) {
  return "`" + std::string(meaning.form) + "`\n\n" + std::string(meaning.text);
}

// `LDADDAL` is `LDADD` with acquire and release; `LDRB` is `LDR` of a byte.
std::optional<std::string> describe_aarch64(std::string_view mnemonic) {
  std::string word = upper_case(mnemonic);
  std::string remark;
  if (word.ends_with("B") || word.ends_with("H")) {
    const bool is_byte = word.ends_with("B");
    if (find_instruction(Aarch64, word) == nullptr) {
      remark += is_byte ? " Of a byte." : " Of a half word.";
      word.pop_back();
    }
  }
  if (find_instruction(Aarch64, word) == nullptr && word.ends_with("L")) {
    remark += " Its write is a release.";
    word.pop_back();
  }
  if (find_instruction(Aarch64, word) == nullptr && word.ends_with("A")) {
    remark += " Its read is an acquire.";
    word.pop_back();
  }
  const WordMeaning* meaning = find_instruction(Aarch64, word);
  if (meaning == nullptr) return std::nullopt;
  return shown(*meaning) + remark;
}

// `amoadd.w.aq.rl`
std::optional<std::string> describe_riscv(std::string_view mnemonic) {
  std::string word(mnemonic);
  std::string remark;
  for (const auto& [ending, text] :
       {std::pair<std::string_view, std::string_view>{".aqrl", " It is an acquire and a release."},
        {".aq.rl", " It is an acquire and a release."},
        {".aq", " It is an acquire."},
        {".rl", " It is a release."}}) {
    if (!word.ends_with(ending)) continue;
    word.erase(word.size() - ending.size());
    remark = text;
    break;
  }
  if (find_instruction(Riscv, word) == nullptr && word.ends_with(".d"))
    word.replace(word.size() - 1, 1, "w");
  const WordMeaning* meaning = find_instruction(Riscv, word);
  if (meaning == nullptr) return std::nullopt;
  return shown(*meaning) + remark;
}

std::string_view meaning_of(litmus::PrimitiveKind kind) {
  switch (kind) {
    case litmus::PrimitiveKind::Load: return "Loads.";
    case litmus::PrimitiveKind::Store: return "Stores.";
    case litmus::PrimitiveKind::Exchange:
      return "An atomic read-modify-write; gives the old value.";
    case litmus::PrimitiveKind::StrongCompareExchange:
      return "Compares and writes if equal; else what was found is put where the expected value "
             "is. Gives whether it wrote.";
    case litmus::PrimitiveKind::WeakCompareExchange:
      return "Compares and writes if equal; it may fail although it finds what it expects. Gives "
             "whether it wrote.";
    case litmus::PrimitiveKind::Fence: return "A fence.";
    case litmus::PrimitiveKind::Lock: return "Takes a lock; waits until it is free.";
    case litmus::PrimitiveKind::Unlock: return "Releases a lock.";
    case litmus::PrimitiveKind::TestAndSet: return "Sets a flag, and gives whether it was set.";
    case litmus::PrimitiveKind::Clear: return "Clears a flag.";
    case litmus::PrimitiveKind::Initialise:
      return "Gives an atomic variable its first value, non-atomically.";
  }
  return "";
}

std::string_view meaning_of(litmus::kernel::Kind kind) {
  using litmus::kernel::Kind;
  switch (kind) {
    case Kind::ReadPlace: return "A marked read of a place.";
    case Kind::WritePlace: return "A marked write of a place.";
    case Kind::Read: return "A marked read.";
    case Kind::Write: return "A marked write.";
    case Kind::WriteAndFence: return "A marked write, and a full barrier after it.";
    case Kind::Fence: return "A barrier, or the beginning or end of a critical section of RCU.";
    case Kind::Exchange: return "An atomic exchange; gives the old value.";
    case Kind::CompareExchange: return "Compare-and-exchange; gives the value found.";
    case Kind::Operate: return "An atomic operation without a result, and without order.";
    case Kind::OperateReturn: return "An atomic operation; gives the new value.";
    case Kind::Fetch: return "An atomic operation; gives the old value.";
    case Kind::OperateIsZero: return "An atomic operation; gives whether the new value is 0.";
    case Kind::OperateIsNegative:
      return "An atomic addition; gives whether the new value is negative.";
    case Kind::AddUnless: return "Adds unless the value is the given one; gives whether it did.";
    case Kind::Lock: return "Takes a lock; waits until it is free.";
    case Kind::Unlock: return "Releases a lock.";
    case Kind::TryLock: return "Takes a lock if it is free; gives whether it did.";
    case Kind::IsLocked: return "Whether a lock is taken.";
    case Kind::SynchronizeSrcu:
      return "Waits until the critical sections of SRCU that have begun are over.";
  }
  return "";
}

}  // namespace

std::span<const WordMeaning> instructions_of(std::string_view architecture) {
  if (architecture == "X86" || architecture == "X86_64") return X86;
  if (architecture == "AArch64") return Aarch64;
  if (architecture == "RISCV") return Riscv;
  if (architecture == "PPC") return Ppc;
  return {};
}

std::optional<std::string> describe_instruction(std::string_view architecture,
                                                std::string_view mnemonic) {
  if (architecture == "AArch64") return describe_aarch64(mnemonic);
  if (architecture == "RISCV") return describe_riscv(mnemonic);
  const std::span<const WordMeaning> words = instructions_of(architecture);
  const WordMeaning* meaning = find_instruction(words, mnemonic);
  // `movl`, `movq`: the size is the last letter.
  const bool is_sized = architecture == "X86_64" && mnemonic.size() > 2;
  if (meaning == nullptr && is_sized) {
    meaning = find_instruction(words, mnemonic.substr(0, mnemonic.size() - 1));
  }
  return meaning == nullptr ? std::nullopt : std::optional(shown(*meaning));
}

std::optional<std::string> describe_function(std::string_view architecture, std::string_view name) {
  if (architecture == "LKMM") {
    const auto* primitive = litmus::kernel::find(name);
    if (primitive == nullptr) return std::nullopt;
    return "`" + std::string(name) + "`\n\n" + std::string(meaning_of(primitive->kind));
  }
  const litmus::Primitive* primitive = litmus::find_primitive(name);
  if (primitive == nullptr) return std::nullopt;
  std::string text = "`" + std::string(name) + "`\n\n" + std::string(meaning_of(primitive->kind));
  const bool has_order = primitive->kind != litmus::PrimitiveKind::Lock &&
                         primitive->kind != litmus::PrimitiveKind::Unlock &&
                         primitive->kind != litmus::PrimitiveKind::Initialise;
  if (primitive->orders == 0 && has_order) text += " It is seq_cst.";
  return text;
}

std::vector<std::string> functions_of(std::string_view architecture) {
  if (architecture == "LKMM") return litmus::kernel::names();
  if (architecture == "C") return litmus::primitive_names();
  return {};
}

}  // namespace drover::editing
