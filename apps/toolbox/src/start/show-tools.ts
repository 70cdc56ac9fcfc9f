import { createTools } from '@ku0/agent-runtime-tools';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceForTools } from '../call/workspace-for-tools.ts';
import { showResult } from '../call/show-result.ts';
import type { CommandInput } from '../command-line/command.ts';
import { suggestedCommand } from '../command-line/suggested-command.ts';
import { packLines } from '../describe/pack-lines.ts';
import { exitCodeOf, type ExitCode } from '../exit-code.ts';
import { toolboxPacks } from '../toolbox-packs.ts';

/** It needs no approval and changes nothing. */
const SAMPLE_CALL = { tool: 'list_directory', params: { path: '.', limit: 8 } };

/** Lists the tools, makes one call and suggests further commands: what `start` does where it cannot serve. */
export async function showTools({
  terminal: { out },
  program,
  packs: given,
}: Pick<CommandInput, 'terminal' | 'program' | 'packs'>): Promise<ExitCode> {
  const packs = given ?? (await toolboxPacks());
  const paint = paintFor(out);
  const { tools, close } = await createTools({
    root: workspaceForTools(undefined),
    families: given === undefined ? ['files'] : [],
    packs: given ?? [],
    approval: { mode: 'dont-ask' },
  });
  const count = packs.reduce((sum, pack) => sum + pack.tools.length, 0);
  const { tool, params } = SAMPLE_CALL;
  try {
    out.line();
    out.line(
      `${paint.bold('Agent runtime tools')} ${paint.dim(`${counted(count, 'tool')} in ${counted(packs.length, 'pack')}`)}`,
    );
    out.line();
    for (const line of packLines(packs, paint, out)) out.line(line);
    out.line();
    out.line(`${paint.dim('$')} ${paint.plain(`${program} call ${tool} '${JSON.stringify(params)}'`)}`);
    const result = await tools.execute(tool, params);
    showResult(result, { tools, terminal: { out, err: out } });
    out.line();
    out.line(paint.bold('Try next'));
    for (const next of [
      `describe ${tool}`,
      `describe ${tool} --format openai`,
      `call ${tool} '${JSON.stringify(params)}' --json`,
      '--help',
    ]) {
      out.line(`  ${paint.cyan(suggestedCommand(program, next))}`);
    }
    return exitCodeOf(result);
  } finally {
    await close();
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
