// Colours of the program.

const languages = {
  core: {
    comment: '\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
    mode: '@\\s*(?:na|rlx|acqrel|acq|rel|sc)(?:\\s*,\\s*(?:na|rlx|acqrel|acq|rel|sc))?\\b',
    keyword: '\\b(?:const|shared|na|struct|fn|init|thread|final|exists|forbid|forall|load|store|' +
        'cas|cmpxchg|xchg|faa|fas|fand|fxor|for|fence|await|lock|unlock|assume|assert|error|' +
        'block|alloc|free|main|help|if|else|while|do|break|continue|return|in)\\b'
  },
  C: {
    comment: '\\(\\*[^]*?(?:\\*\\)|$)|\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
    mode: '\\bmemory_order_\\w+|\\bmo_\\w+',
    keyword: '\\b(?:C|int|void|volatile|atomic_int|if|else|while|do|exists|forall|locations|' +
        'filter|atomic_\\w+|P\\d+)\\b|~exists'
  },
  AArch64: {
    comment: '\\(\\*[^]*?(?:\\*\\)|$)',
    mode: '\\b(?:DMB|DSB|ISB)(?:\\s+(?:SY|LD|ST|ISH|ISHLD|ISHST))?\\b',
    keyword: '\\b(?:AArch64|MOV|LD[A-Z]*|ST[A-Z]*|CAS[A-Z]*|SWP[A-Z]*|ADD|SUB|EOR|AND|ORR|CMP|CBN?Z|' +
        'B(?:\\.\\w+)?|P\\d+|exists|forall|locations|filter)\\b|~exists'
  },
  RISCV: {
    comment: '\\(\\*[^]*?(?:\\*\\)|$)',
    mode: '\\bfence(?:\\.\\w+)?(?:\\s+[rwio]+\\s*,\\s*[rwio]+)?\\b',
    keyword: '\\b(?:RISCV|l[bhwd]u?(?:\\.\\w+)*|s[bhwd](?:\\.\\w+)*|lr(?:\\.\\w+)*|sc\\.[\\w.]+|amo\\w+(?:\\.\\w+)*|' +
        'ori?|xori?|andi?|addi?|sub|li|mv|b(?:eq|ne|lt|ge)z?|j|P\\d+|exists|forall|locations|filter)\\b|~exists'
  },
  PPC: {
    comment: '\\(\\*[^]*?(?:\\*\\)|$)',
    mode: '\\b(?:lwsync|hwsync|sync|isync|eieio)\\b',
    keyword: '\\b(?:PPC|li|mr|l[bhwd]z?x?|lwarx|st[bhwd]x?|stwcx\\.?|xor|add|addi|sub|subf|and|or|cmp[a-z]*|' +
        'b(?:eq|ne|lt|gt)?|P\\d+|exists|forall|locations|filter)\\b|~exists'
  },
  X86: {
    comment: '\\(\\*[^]*?(?:\\*\\)|$)',
    mode: '\\b(?:MFENCE|LFENCE|SFENCE|LOCK)\\b',
    keyword: '\\b(?:X86|MOV|XCHG|CMPXCHG|XADD|INC|DEC|ADD|SUB|CMP|J\\w+|P\\d+|exists|forall|' +
        'locations|filter)\\b|~exists'
  }
};
languages.X86_64 = { ...languages.X86, keyword: languages.X86.keyword.replace('X86|MOV', 'X86_64|MOV[A-Za-z]*') };
languages.LKMM = {
  ...languages.C,
  mode: '\\b(?:READ_ONCE|WRITE_ONCE|smp_\\w+|rcu_\\w+|synchronize_rcu|srcu_\\w+)\\b',
  keyword: '\\b(?:C|int|void|volatile|if|else|while|do|exists|forall|locations|filter|atomic_\\w+|' +
      'cmpxchg\\w*|xchg\\w*|spin_\\w+|P\\d+)\\b|~exists'
};

// The text as lines of pieces [class, text].
function colouredLines(text, language) {
  const { comment, mode, keyword } = languages[language] || languages.C;
  const token = new RegExp(
      `(?<comment>${comment})|(?<name>"[^"\\n]*")|(?<mode>${mode})|(?<keyword>${keyword})|` +
      '(?<number>\\b\\d+\\b)', 'g');
  const lines = [[]];
  const add = (kind, piece) => piece.split('\n').forEach((part, index) => {
    if (index > 0) lines.push([]);
    if (part !== '') lines[lines.length - 1].push([kind, part]);
  });
  let end = 0;
  for (const match of text.matchAll(token)) {
    add('', text.slice(end, match.index));
    add(Object.keys(match.groups).find(kind => match.groups[kind] !== undefined), match[0]);
    end = match.index + match[0].length;
  }
  add('', text.slice(end));
  if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
  return lines;
}
