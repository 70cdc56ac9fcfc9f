import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { comparePacks, loadPackFolder, type PackFolder } from '@ku0/agent-runtime-tools-testkit/check';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { needsOperand, UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { isEnough, nextVersion } from './next-version.ts';

/** `toolbox pack diff OLD NEW`: what a new version of a pack changes, and whether its version says so. */
export async function diffPacks({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const [, oldFolder, newFolder, ...more] = operands;
  if (oldFolder === undefined || newFolder === undefined || more.length > 0)
    throw needsOperand('pack diff', 'two folders', 'node_modules/weather-pack weather-pack', program);
  const [before, after] = [await loaded(oldFolder), await loaded(newFolder)];
  const { changes, level } = comparePacks(before.pack, after.pack);
  const [from, to] = [before.manifest.version, after.manifest.version];
  const next = changes.length === 0 ? from : nextVersion(from, level);
  const enough = changes.length === 0 || isEnough(to, next);
  if (options['json'] === true) {
    out.line(jsonText({ level, changes, from, to, next, enough }, { indent: 2 }));
    return enough ? OK : FAILED;
  }
  const paint = paintFor(out);
  const colours = { patch: paint.dim, minor: paint.yellow, major: paint.red };
  for (const { level: each, tool, message } of changes)
    out.line(
      `${colours[each](each)} ${tool === undefined ? '' : `${paint.bold(printable(tool))}: `}${printable(message)}`,
    );
  if (changes.length === 0) out.line('No change of the tools that users can notice.');
  else {
    out.line(`Together: ${colours[level](level)}, so the version after ${from} is ${next} or higher.`);
    if (!enough) out.line(paint.red(`package.json says ${printable(to)}.`));
  }
  return enough ? OK : FAILED;
}

async function loaded(folder: string): Promise<PackFolder> {
  try {
    return await loadPackFolder(folder);
  } catch (error) {
    throw new UsageError(errorMessage(error), { next: ['Both are folders of a built pack: npm run build in them.'] });
  }
}
