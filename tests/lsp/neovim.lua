-- Run by tests/run_neovim.py inside of Neovim: opens files with mistakes as a user does, and writes
-- what the editor shows. The folder of the files is in $DROVER_TEST.
local folder = os.getenv('DROVER_TEST')
local out = io.open(folder .. '/out.txt', 'w')

local function say(...)
  out:write(string.format(...), '\n')
  out:flush()
end

local function wait(what, ready)
  if not vim.wait(30000, ready, 20) then
    say('FAILED: %s', what)
    out:close()
    vim.cmd('cquit!')
  end
end

local function open(name)
  vim.cmd('edit ' .. folder .. '/' .. name)
  say('%s is %s, syntax %s', name, vim.bo.filetype, vim.b.current_syntax or 'none')
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  wait('a server for ' .. name, function()
    return next(clients()) ~= nil
  end)
end

local function diagnostics()
  return vim.diagnostic.get(0)
end

-- The first fix for the first diagnostic, as `vim.lsp.buf.code_action` would apply it.
local function fix()
  local found = diagnostics()[1]
  say('%d:%d: %s', found.lnum + 1, found.col + 1, (found.message:gsub('\n', ' / ')))
  local params = vim.lsp.util.make_range_params()
  params.range = {
    start = { line = found.lnum, character = found.col },
    ['end'] = { line = found.end_lnum, character = found.end_col },
  }
  params.context = { diagnostics = {} }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 30000)
  local action = select(2, next(answers)).result[1]
  say('action: %s', action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
end

for _, name in ipairs({ 'typo.drv', 'typo.litmus', 'typo.cat' }) do
  open(name)
  wait('a diagnostic', function()
    return #diagnostics() == 1
  end)
  fix()
  wait('no diagnostic', function()
    return #diagnostics() == 0
  end)
  vim.cmd('write')
end

-- Formatting, and going to a definition.
vim.cmd('edit ' .. folder .. '/typo.drv')
if vim.lsp.buf.format then
  vim.lsp.buf.format({ async = false, timeout_ms = 30000 })
else
  vim.lsp.buf.formatting_sync(nil, 30000)
end
vim.cmd('write')
local at = vim.fn.searchpos([[a := \zsy]], 'n')
vim.api.nvim_win_set_cursor(0, { at[1], at[2] - 1 })
vim.lsp.buf.definition()
wait('the definition', function()
  return vim.api.nvim_win_get_cursor(0)[1] == vim.fn.search('^shared', 'n')
end)
say('definition at line %d', vim.api.nvim_win_get_cursor(0)[1])

-- An action that the server carries out with an edit of its own.
vim.cmd('edit ' .. folder .. '/publish.drv')
local relax
wait('an action', function()
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 30000)
  for _, answer in pairs(answers or {}) do
    relax = answer.result and answer.result[1]
  end
  return relax ~= nil
end)
say('action: %s', relax.title)
vim.lsp.buf_request(0, 'workspace/executeCommand', relax.command, function() end)
wait('the edit', function()
  return vim.fn.search('@rel', 'nw') > 0
end)
vim.cmd('write')

-- A command of ours: its answer is in a window of its own.
vim.cmd('DroverCheck')
wait('the answer to :DroverCheck', function()
  return vim.bo.buftype == 'nofile'
end)
say('check: %s', table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' / '))
say('done')
out:close()
vim.cmd('qall!')
