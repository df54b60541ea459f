// Starts `drover lsp`, and shows what its commands give: text in an output channel, the report in a
// panel.

import * as vscode from 'vscode';
import {
  ExecuteCommandRequest,
  LanguageClient,
  LanguageClientOptions,
  ServerOptions,
} from 'vscode-languageclient/node';

interface CommandResult {
  status: number;
  text: string;
  html?: string;
}

type ServerCommand = 'check' | 'explain' | 'report';

const Languages = ['drover', 'litmus', 'cat'];
// Other C files are left alone by the server: those without threads, atomics or a `main`.
const languages = () =>
  vscode.workspace.getConfiguration('drover').get('c', true) ? [...Languages, 'c'] : Languages;

let client: LanguageClient | undefined;
let output: vscode.OutputChannel;

// What the server wants to know: see docs/editors.md.
function settings(): Record<string, unknown> {
  const config = vscode.workspace.getConfiguration('drover');
  return {
    lens: config.get('lens'),
    errors: config.get('errors'),
    models: config.get('models'),
    maxTime: config.get('maxTime'),
    maxMemory: config.get('maxMemory'),
  };
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration('drover').get<string>('path', 'drover');
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: languages().map((language) => ({ language })),
    initializationOptions: settings(),
    outputChannel: output,
    middleware: {
      // A lens was clicked: what the server answers is to be seen.
      executeCommand: async (name, args, next) => {
        const result = (await next(name, args)) as CommandResult | undefined;
        if (result?.text !== undefined) showText(result.text);
        return result;
      },
    },
  };
  client = new LanguageClient('drover', 'Drover', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const answer = await vscode.window.showErrorMessage(
      `Drover: \`${command} lsp\` cannot be started: ${String(error)}`,
      'Open settings',
    );
    if (answer) await vscode.commands.executeCommand('workbench.action.openSettings', 'drover.path');
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

function showText(text: string): void {
  output.clear();
  output.append(text);
  output.show(true);
}

// The answer of the server about the text in the editor, saved or not.
async function ask(command: ServerCommand): Promise<CommandResult | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  const fits = document && ['drover', 'litmus', 'c'].includes(document.languageId);
  if (!fits || !client) {
    void vscode.window.showInformationMessage(
      client ? 'Drover: this is not a program or a litmus test.' : 'Drover: the server is not running.',
    );
    return undefined;
  }
  const running = client;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Drover: ${command}`, cancellable: true },
    async (_progress, token) => {
      try {
        return (await running.sendRequest(
          ExecuteCommandRequest.type,
          { command: `drover.server.${command}`, arguments: [document.uri.toString()] },
          token,
        )) as CommandResult;
      } catch (error) {
        if (!token.isCancellationRequested) {
          void vscode.window.showErrorMessage(`Drover: ${(error as Error).message}`);
        }
        return undefined;
      }
    },
  );
}

async function showAnswer(command: ServerCommand): Promise<void> {
  const result = await ask(command);
  if (result) showText(result.text);
}

async function showExecutions(): Promise<void> {
  const name = vscode.window.activeTextEditor?.document.fileName.split(/[\\/]/).pop() ?? '';
  const result = await ask('report');
  if (!result?.html) {
    if (result) showText(result.text);
    return;
  }
  const panel = vscode.window.createWebviewPanel(
    'drover.report',
    `Executions of ${name}`,
    vscode.ViewColumn.Beside,
    // The page has its scripts and styles in itself, and asks for nothing else.
    { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
  );
  panel.webview.html = result.html;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('Drover');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('drover.check', () => showAnswer('check')),
    vscode.commands.registerCommand('drover.explain', () => showAnswer('explain')),
    vscode.commands.registerCommand('drover.showExecutions', showExecutions),
    vscode.commands.registerCommand('drover.restart', async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('drover.path') || change.affectsConfiguration('drover.c')) {
        await stop();
        await start();
      } else if (change.affectsConfiguration('drover')) {
        await client?.sendNotification('workspace/didChangeConfiguration', {
          settings: { drover: settings() },
        });
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
