-- Drover's language server in Neovim (0.7 and later).
local M = {}

M.config = {
  cmd = { 'drover', 'lsp' },
  -- The settings of docs/editors.md: models, lens, maxTime, maxMemory.
  settings = {},
}

-- require('drover').setup({ cmd = {…}, settings = {…} }), before the first file is opened.
function M.setup(options)
  M.config = vim.tbl_deep_extend('force', M.config, options or {})
end

local function show(title, lines)
  vim.cmd('botright new')
  vim.bo.buftype = 'nofile'
  vim.bo.bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.modifiable = false
  pcall(vim.api.nvim_buf_set_name, 0, title)
end

-- What has other names in other versions of Neovim.
local function clients_of(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = buffer })
  end
  return vim.lsp.buf_get_clients(buffer)
end

local function request(client, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(...)
  end
  return client.request(...)
end

local function server_of(buffer)
  for _, client in pairs(clients_of(buffer)) do
    if client.name == 'drover' then
      return client
    end
  end
end

-- Runs a command of the server on a buffer, and shows what it says: 'check', 'explain', 'report'. For
-- 'relax' and 'repair' the server changes the buffer.
function M.run(command, uri)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server_of(buffer)
  if not client then
    vim.notify('drover: no server for this buffer', vim.log.levels.ERROR)
    return
  end
  local params = {
    command = 'drover.server.' .. command,
    arguments = { uri or vim.uri_from_bufnr(buffer) },
  }
  request(client, 'workspace/executeCommand', params, function(err, result)
    if err then
      vim.notify('drover: ' .. err.message, vim.log.levels.ERROR)
    elseif command == 'relax' or command == 'repair' then
      return -- The server has sent the edit, and a message.
    elseif command == 'report' and result.html then
      local path = vim.fn.tempname() .. '.html'
      vim.fn.writefile(vim.split(result.html, '\n'), path)
      vim.notify('drover: the report is ' .. path)
      if vim.ui.open then
        vim.ui.open(path)
      end
    else
      show('drover ' .. command, vim.split(vim.trim(result.text), '\n'))
    end
  end, buffer)
end

local function attach(_, buffer)
  for name, command in pairs({
    Check = 'check',
    Explain = 'explain',
    Report = 'report',
    Relax = 'relax',
    Repair = 'repair',
  }) do
    vim.api.nvim_buf_create_user_command(buffer, 'Drover' .. name, function()
      M.run(command)
    end, {})
  end
end

function M.start()
  if vim.fn.executable(M.config.cmd[1]) == 0 then
    return
  end
  -- What a lens stands for is done here, so that the answer is seen.
  vim.lsp.commands['drover.server.check'] = function(command)
    M.run('check', command.arguments[1])
  end
  vim.lsp.commands['drover.server.explain'] = function(command)
    M.run('explain', command.arguments[1])
  end
  local config = {
    name = 'drover',
    cmd = M.config.cmd,
    root_dir = vim.fn.getcwd(),
    init_options = M.config.settings,
    on_attach = attach,
  }
  if vim.lsp.start then
    vim.lsp.start(config)
    return
  end
  -- Before 0.8: one server for all buffers.
  if not M.client or not vim.lsp.get_client_by_id(M.client) then
    M.client = vim.lsp.start_client(config)
  end
  if M.client then
    vim.lsp.buf_attach_client(0, M.client)
  end
end

return M
