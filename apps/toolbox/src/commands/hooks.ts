import { explainHooks, type HookExplanation } from '@ku0/agent-runtime-tools-hooks';
import { type Paint, paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand, unknownTool } from '../command-line/usage-error.ts';
import { workspaceFolder } from '../call/workspace-folder.ts';
import { toolboxPacks } from '../toolbox-packs.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { diagnosticLines, trustHint } from '../hooks/hook-lines.ts';
import { readHooks } from '../hooks/read-hooks.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox hooks check`: shows the hooks of a file, and which of them would run for a tool. Runs none of them. */
export async function hooks({
  operands,
  options,
  terminal: { out },
  program,
  packs: given,
}: CommandInput): Promise<ExitCode> {
  const packs = given ?? (await toolboxPacks());
  const [subcommand = '', path = '', toolName] = operands;
  if (subcommand !== 'check') throw unknownSubcommand('hooks', subcommand, ['check']);
  const tool = toolName === undefined ? undefined : findTool(toolName, packs);
  if (toolName !== undefined && tool === undefined) throw unknownTool(toolName, packs, program);
  const workspace = workspaceFolder(options['workspace']);
  const loaded = await readHooks(path, workspace);
  const explained = tool === undefined ? undefined : explainHooks(loaded, tool);
  const hasProblem = loaded.diagnostics.some(({ kind }) => kind === 'problem' || kind === 'untrusted');
  if (options['json'] === true) {
    out.line(
      jsonText(
        {
          hooks: loaded.hooks,
          diagnostics: loaded.diagnostics,
          ...(explained !== undefined && { tool: toolName, explained }),
        },
        { indent: out.isTerminal ? 2 : 0 },
      ),
    );
    return hasProblem ? FAILED : OK;
  }
  const paint = paintFor(out);
  for (const line of diagnosticLines(loaded, paint)) out.line(line);
  const hint = trustHint(loaded, { program, path, workspace });
  const ifTrusted = hint === undefined ? loaded : await readHooks(path, workspace, { trusted: true });
  if (hint !== undefined) {
    const lines = [`  ${paint.dim(hint)}`, '', paint.bold('Once it is trusted:'), ...diagnosticLines(ifTrusted, paint)];
    for (const line of lines) out.line(line);
  }
  if (tool !== undefined && toolName !== undefined)
    for (const line of explanationLines(toolName, explainHooks(ifTrusted, tool), paint)) out.line(line);
  return hasProblem ? FAILED : OK;
}

function findTool(name: string, packs: NonNullable<CommandInput['packs']>) {
  for (const { tools, aliases = {} } of packs) {
    const found = tools.find((tool) => tool.name === (aliases[name] ?? name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function explanationLines(tool: string, explained: readonly HookExplanation[], paint: Paint): string[] {
  const running = explained.filter(({ runs }) => runs);
  return [
    '',
    paint.bold(
      running.length === 0
        ? `No hook would run for ${tool}.`
        : `For ${tool}, ${running.length} hook${running.length === 1 ? '' : 's'} would run:`,
    ),
    ...explained.map(({ hook, type, action, runs, why, timeoutMs, onFailure }) => {
      const failure = onFailure === 'block' ? 'blocks the call if it fails' : 'does not block if it fails';
      const details = `${type}, ${timeoutMs / 1000} s, ${failure}`;
      const head = `${runs ? paint.green('●') : paint.dim('○')} ${paint.bold(hook)} ${paint.dim(details)}`;
      return `${head}\n    ${paint.plain(action)}\n    ${paint.dim(why)}`;
    }),
  ];
}
