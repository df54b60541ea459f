" The core language of Drover: docs/language.md.
if exists('b:current_syntax')
  finish
endif

syntax keyword droverDeclaration const shared struct fn init final thread in require object
syntax keyword droverStorage na
syntax keyword droverCondition exists forbid forall
syntax keyword droverControl if else while do for break continue return
syntax keyword droverOperation load store xchg faa fas fand fxor cas cmpxchg await xchgawait
syntax keyword droverOperation fence lock unlock alloc free
syntax keyword droverCheck assume assert error block main help
syntax match droverMode "@\%(na\|rlx\|acqrel\|acq\|rel\|sc\)\>\%(\.\%(cta\|gpu\|sys\|wg\|dev\|all\|sg\|qf\|dv\)\>\)\?!\?\%(,\%(na\|rlx\|acqrel\|acq\|rel\|sc\)\>!\?\)\?"
syntax match droverNumber "\<\%(0[xX]\x\+\|\d\+\)\>"
syntax match droverRegister "\<\h\w*:\h\w*\>" contains=NONE
syntax region droverString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match droverComment "//.*$" contains=@Spell
syntax region droverComment start="/\*" end="\*/" contains=@Spell
syntax region droverBlock start="{" end="}" transparent fold

highlight default link droverDeclaration Structure
highlight default link droverStorage StorageClass
highlight default link droverCondition Keyword
highlight default link droverControl Statement
highlight default link droverOperation Function
highlight default link droverCheck Exception
highlight default link droverMode Special
highlight default link droverNumber Number
highlight default link droverRegister Identifier
highlight default link droverString String
highlight default link droverComment Comment

let b:current_syntax = 'drover'
