" Litmus tests: docs/litmus.md.
if exists('b:current_syntax')
  finish
endif

syntax match litmusHeader "\%^\s*\%(C\|X86_64\|X86\|AArch64\|RISCV\|PPC\|PTX\|ptx\|VULKAN\|[Vv]ulkan\|OPENCL\)\s\+\S\+"
syntax match litmusKey "^\h\w*\ze="
syntax keyword litmusCondition exists forall locations filter final not
syntax match litmusCondition "\~exists\>"
syntax match litmusConnective "/\\\|\\/\|=>"
syntax match litmusThread "\<P\d\+\>"
syntax match litmusRegister "\<\d\+:%\?\h\w*"
syntax match litmusRegister "\<[WX]\d\d\?\>\|\<[rx]\d\d\?\>\|\<E[ABCD]X\>\|\<E[SD]I\>\|%\h\w*"
syntax keyword litmusType int long char short unsigned void volatile atomic_int atomic_t spinlock_t
syntax keyword litmusType _Atomic struct
syntax keyword litmusControl if else while do for break continue return
syntax match litmusFunction "\<\h\w*\ze\s*(" contains=litmusThread
syntax match litmusOrder "\<memory_order_\w\+\>"
syntax match litmusBarrier "\<\%(DMB\|DSB\|ISB\|MFENCE\|SFENCE\|LFENCE\|fence\|sync\|lwsync\|isync\|eieio\)\>"
syntax match litmusBarrier "\<\%(fence\.\|membar\.\|bar\.cta\.\|cbar\.\)[a-z0-9_.]\+\|\<\%(av\|vis\)device\>"
syntax match litmusOrder "\<memory_scope_\w\+\>\|\<CLK_\%(GLOBAL\|LOCAL\)_MEM_FENCE\>"
syntax match litmusPlace "@\%(cta\|gpu\|sg\|wg\|qf\|dev\)\s\+\d\+\%(\s*,\s*\%(gpu\|wg\|qf\|dev\)\s\+\d\+\)*"
syntax keyword litmusCondition aliases ssw
syntax keyword litmusType global local
syntax match litmusLabel "\<\h\w*:\ze\%(\s\|$\)"
syntax match litmusNumber "[#$]\?-\?\<\%(0[xX]\x\+\|\d\+\)\>"
syntax region litmusString start=+"+ end=+"+ oneline
syntax region litmusComment start="(\*" end="\*)" contains=@Spell
syntax region litmusComment start="/\*" end="\*/" contains=@Spell
syntax match litmusComment "//.*$" contains=@Spell

highlight default link litmusHeader Title
highlight default link litmusKey PreProc
highlight default link litmusCondition Keyword
highlight default link litmusConnective Operator
highlight default link litmusThread Structure
highlight default link litmusRegister Identifier
highlight default link litmusType Type
highlight default link litmusControl Statement
highlight default link litmusFunction Function
highlight default link litmusPlace Special
highlight default link litmusOrder Special
highlight default link litmusBarrier Special
highlight default link litmusLabel Label
highlight default link litmusNumber Number
highlight default link litmusString String
highlight default link litmusComment Comment

let b:current_syntax = 'litmus'
