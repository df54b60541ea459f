// The languages of the editor: their colours, and the words that it proposes.

languages.cat = {
  comment: '\\(\\*[^]*?(?:\\*\\)|$)|\\/\\/[^\\n]*',
  mode: '\\b(?:po|rf|co|fr|rmw|loc|int|ext|id|addr|data|ctrl|rfe|rfi|coe|coi|fre|fri|po-loc|sw|hb|eco|psc|com)\\b',
  keyword: '\\b(?:let|rec|and|in|acyclic|irreflexive|empty|flag|show|unshow|as|include|with|from|fun|procedure|call|end|' +
      'forall|do|begin|if|then|else|match|instructions|undefined_unless|enum)\\b|~acyclic|~irreflexive|~empty'
};

const coreWords = ('const shared struct fn init thread final exists forbid forall require load store cas cmpxchg xchg faa fas fand for fxor ' +
  'fence await xchgawait lock unlock assume assert error block alloc free main help if else while do break continue return in').split(' ');
const coreModes = 'na rlx acq rel acqrel sc'.split(' ');
const cWords = ('atomic_load_explicit atomic_store_explicit atomic_fetch_add_explicit atomic_exchange_explicit ' +
  'atomic_compare_exchange_strong_explicit atomic_thread_fence atomic_load atomic_store memory_order_relaxed memory_order_acquire ' +
  'memory_order_release memory_order_acq_rel memory_order_seq_cst int exists forall locations filter').split(' ');
const catWords = ('let rec and in acyclic irreflexive empty flag show unshow as include po rf co fr rmw loc int ext id addr data ctrl ' +
  'rfe rfi coe coi fre fri po-loc domain range').split(' ');
const machineWords = {
  X86: 'MOV MFENCE XCHG LOCK CMPXCHG XADD INC DEC exists forall locations',
  X86_64: 'MOVQ MOVL MFENCE XCHGL LOCK CMPXCHGL exists forall locations',
  AArch64: 'MOV LDR STR LDAR STLR LDAPR LDXR STXR DMB DSB ISB CBNZ CBZ EOR ADD CAS SWP LDADD exists forall locations',
  RISCV: 'lw sw fence lr.w sc.w amoadd.w ori xor addi bne beq exists forall locations',
  PPC: 'li lwz stw sync lwsync isync lwarx stwcx. xor cmpw beq bne exists forall locations',
  LKMM: 'READ_ONCE WRITE_ONCE smp_mb smp_rmb smp_wmb smp_store_release smp_load_acquire rcu_read_lock rcu_read_unlock synchronize_rcu exists'
};

function wordsOf(language) {
  if (language === 'core') return coreWords;
  if (language === 'cat') return catWords;
  return machineWords[language] ? machineWords[language].split(' ') : cWords;
}

// A mode of the editor that colours what the tables above name. Comments may go over several lines.
CodeMirror.defineMode('drover', (config, { language }) => {
  const { comment, mode, keyword } = languages[language] || languages.C;
  const begins = pattern => new RegExp(`^(?:${pattern})`);
  const [isMode, isKeyword] = [begins(mode), begins(keyword)];
  const lineComment = comment.includes('\\/\\/');
  const closing = { '/*': '*/', '(*': '*)' };
  const openings = Object.keys(closing).filter(each => comment.includes(each === '/*' ? '\\/\\*' : '\\(\\*'));
  return {
    startState: () => ({ until: '' }),
    token(stream, state) {
      if (state.until) {
        if (stream.skipTo(state.until)) {
          stream.pos += state.until.length;
          state.until = '';
        } else stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (lineComment && stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      const opening = openings.find(each => stream.match(each));
      if (opening) {
        state.until = closing[opening];
        return 'comment';
      }
      if (stream.match(/^"[^"]*"?/)) return 'name';
      if (stream.match(isMode)) return 'mode';
      if (stream.match(isKeyword)) return 'keyword';
      if (stream.match(/^\d+\b/)) return 'number';
      if (!stream.match(/^[A-Za-z_][\w-]*/)) stream.next();
      return null;
    }
  };
});

// What may stand at the cursor: modes behind `@`, else the words of the language and of the text.
function proposals(editor) {
  const cursor = editor.getCursor();
  const before = editor.getLine(cursor.line).slice(0, cursor.ch);
  const word = before.match(/[A-Za-z_][\w.-]*$/);
  const begin = word ? cursor.ch - word[0].length : cursor.ch;
  const typed = word ? word[0] : '';
  const language = editor.getOption('mode').language;
  const isMode = language === 'core' && /@\s*(?:\w+\s*,\s*)?\w*$/.test(before);
  const own = isMode ? [] : editor.getValue().match(/[A-Za-z_]\w+/g) || [];
  const all = new Set([...(isMode ? coreModes : wordsOf(language)), ...own]);
  const list = [...all].filter(each => each.startsWith(typed) && each !== typed).sort();
  return { list, from: CodeMirror.Pos(cursor.line, begin), to: cursor };
}
