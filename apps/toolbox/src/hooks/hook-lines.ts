import { resolve } from 'node:path';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { Paint } from '@ku0/agent-runtime-tools-terminal';
import { shellWord } from '../command-line/suggested-command.ts';

/** One line for each entry of a hooks file: whether it was loaded or ignored, or what is wrong with it. */
export function diagnosticLines({ diagnostics }: Hooks, paint: Paint): string[] {
  return diagnostics.map(({ kind, file, where, message }) => {
    const mark = kind === 'loaded' ? paint.green('✓') : kind === 'ignored' ? paint.dim('-') : paint.red('✗');
    return `${mark} ${paint.plain(message)} ${paint.dim(`${file}${where === undefined ? '' : ` ${where}`}`)}`;
  });
}

export interface TrustHintOptions {
  /** The command that started this program. */
  readonly program: string;
  /** The file or folder of the hooks. */
  readonly path: string;
  readonly workspace: string;
}

/** The command that trusts the hooks; undefined if none of them is untrusted. */
export function trustHint({ diagnostics }: Hooks, { program, path, workspace }: TrustHintOptions): string | undefined {
  const isUntrusted = diagnostics.some(({ kind, trust }) => kind === 'untrusted' && trust !== undefined);
  if (!isUntrusted) return undefined;
  const option = workspace === resolve('.') ? '' : ` --workspace ${shellWord(workspace)}`;
  return `To trust it after reading it: ${program} trust hooks ${shellWord(resolve(path))}${option}`;
}
