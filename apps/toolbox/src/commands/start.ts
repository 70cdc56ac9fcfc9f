import { showResult } from '../call/show-result.ts';
import type { CommandInput } from '../command-line/command.ts';
import { suggestedCommand } from '../command-line/suggested-command.ts';
import { createToolbox, SAMPLE_CALL, toolboxPacks } from '../composition.ts';
import { packLines } from '../describe/pack-lines.ts';
import { exitCodeOf, type ExitCode } from '../exit-code.ts';
import { paintFor } from '../terminal/paint.ts';

/** `toolbox start`: lists the tools, makes one call and suggests further commands. */
export async function start({ terminal: { out }, program, packs = toolboxPacks() }: CommandInput): Promise<ExitCode> {
  const paint = paintFor(out);
  const toolbox = createToolbox({ workspace: process.cwd(), approve: 'none', packs });
  const count = packs.reduce((sum, { tools }) => sum + tools.length, 0);
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
    const result = await toolbox.tools.execute(tool, params);
    showResult(result, { tools: toolbox.tools, terminal: { out, err: out } });
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
    await toolbox.close();
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
