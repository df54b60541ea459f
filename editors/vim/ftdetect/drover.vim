" Programs, litmus tests and memory models.
autocmd BufNewFile,BufRead *.drv setfiletype drover
autocmd BufNewFile,BufRead *.litmus setfiletype litmus
autocmd BufNewFile,BufRead *.cat setfiletype cat
