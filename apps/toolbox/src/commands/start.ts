import { showResult } from '../call/show-result.ts';
import { shutDown } from '../call/shut-down.ts';
import type { CommandInput } from '../command-line/command.ts';
import { pasteable } from '../command-line/pasteable.ts';
import { createToolbox, SAMPLE_CALL, toolboxPacks } from '../composition.ts';
import { packLines } from '../describe/pack-lines.ts';
import { exitCodeOf, type ExitCode } from '../exit-code.ts';
import { paintFor } from '../terminal/paint.ts';

/** `toolbox start`: the tools, one of them at work, and how to go on. */
export async function start({ terminal: { out }, program, packs = toolboxPacks() }: CommandInput): Promise<ExitCode> {
  const paint = paintFor(out);
  const box = createToolbox({ workspace: process.cwd(), approve: 'none', packs });
  const toolbox = box.tools;
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
    const result = await toolbox.execute(tool, params);
    showResult(result, { toolbox, terminal: { out, err: out } });
    out.line();
    out.line(paint.bold('Go on with'));
    for (const next of [
      `describe ${tool}`,
      `describe ${tool} --format openai`,
      `call ${tool} '${JSON.stringify(params)}' --json`,
      '--help',
    ]) {
      out.line(`  ${paint.cyan(pasteable(program, next))}`);
    }
    return exitCodeOf(result);
  } finally {
    await shutDown(box);
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
