-- Neovim starts the language server for programs, litmus tests and models, if `drover` is there.
-- `vim.g.drover_server = false` keeps it from that.
if vim.g.loaded_drover or vim.g.drover_server == false then
  return
end
vim.g.loaded_drover = true

vim.cmd([[
  augroup drover
    autocmd!
    autocmd FileType drover,litmus,cat lua require('drover').start()
  augroup END
]])
