import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { checkPackFolder, type LoadedPackage, type PackFolderReport } from '@ku0/agent-runtime-tools-testkit/check';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { needsOperand, UsageError } from '../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { toolboxPacks } from '../toolbox-packs.ts';

/** `toolbox pack check DIR`: judges the pack in a folder. Runs its code, as its tests do. */
export async function checkPack({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const [, folder, ...more] = operands;
  if (folder === undefined || more.length > 0) throw needsOperand('pack check', 'one folder', 'weather-pack', program);
  const { pack, findings, loaded } = await judged(folder);
  const tools = pack.tools.map(({ name }) => name);
  const code = findings.length === 0 ? OK : FAILED;
  if (options['json'] === true) {
    out.line(jsonText({ pack: pack.name, version: pack.version, tools, findings, loaded }, { indent: 2 }));
    return code;
  }
  const paint = paintFor(out);
  out.line(`${paint.bold(printable(pack.name))} ${paint.dim(printable(pack.version))} ${printable(tools.join(', '))}`);
  out.line(paint.dim(`  loads at import: ${loaded.map(loadedText).join(', ')}`));
  for (const { rule, problem } of findings) {
    out.line(`${paint.red('✗')} ${printable(rule)}`);
    out.line(`    ${printable(problem)}`);
  }
  out.line(findings.length === 0 ? paint.green('No problem found.') : paint.red(`${findings.length} problems found.`));
  return code;
}

async function judged(folder: string): Promise<PackFolderReport> {
  const own = await toolboxPacks();
  const namesOf = (except: string): string[] =>
    own
      .filter(({ name }) => name !== except)
      .flatMap(({ tools, aliases = {} }) => [...tools.map(({ name }) => name), ...Object.keys(aliases)]);
  try {
    return await checkPackFolder(folder, { takenNames: namesOf });
  } catch (error) {
    throw new UsageError(errorMessage(error), {
      next: ['A pack is a folder with a package.json that is built: npm run build in it.'],
    });
  }
}

function loadedText({ name, files, bytes }: LoadedPackage): string {
  return `${printable(name)} (${files} ${files === 1 ? 'file' : 'files'}, ${Math.ceil(bytes / 1000)} kB)`;
}
