" Memory models in cat: docs/cat.md.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,.,-
syntax keyword catLet let rec and in fun when
syntax keyword catCheck acyclic irreflexive empty flag undefined_unless assert as
syntax keyword catControl if then else match with end try do forall begin not subset variant from
syntax keyword catInclude include
syntax keyword catOther show unshow procedure call enum instructions default events debug
syntax keyword catSet R W M F IW FW RMW FAILED NA RLX ACQ REL ACQ_REL SC PLAIN A NAL
syntax keyword catRelation po po-loc rf rfe rfi co coe coi fr fre fri rmw addr data ctrl
syntax keyword catRelation loc int ext id sync amo lxsx
syntax keyword catFunction domain range fencerel toid linearisations classes-loc tag2events
syntax match catOperator "[|&\\;*+?~=]\|\^-1\|\^[+*]\|++\|->"
syntax match catTag "'\h[[:alnum:]_.-]*"
syntax region catString start=+"+ end=+"+ oneline
syntax region catComment start="(\*" end="\*)" contains=catComment,@Spell
syntax match catComment "//.*$\|#.*$" contains=@Spell

highlight default link catLet Statement
highlight default link catCheck Keyword
highlight default link catControl Conditional
highlight default link catInclude Include
highlight default link catOther PreProc
highlight default link catSet Type
highlight default link catRelation Identifier
highlight default link catFunction Function
highlight default link catOperator Operator
highlight default link catTag Constant
highlight default link catString String
highlight default link catComment Comment

let b:current_syntax = 'cat'
