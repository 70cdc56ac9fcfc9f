import { resolve } from 'node:path';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import { shellWord } from '../command-line/shell-word.ts';

export interface TrustHintOptions {
  /** How this program was started. */
  readonly program: string;
  /** The file or folder that the hooks were read from. */
  readonly path: string;
  readonly workspace: string;
}

/** How to let hooks run that lie in the workspace and are not trusted; undefined where there are none. */
export function trustHint({ diagnostics }: Hooks, { program, path, workspace }: TrustHintOptions): string | undefined {
  const isUntrusted = diagnostics.some(({ kind, trust }) => kind === 'untrusted' && trust !== undefined);
  if (!isUntrusted) return undefined;
  const elsewhere = workspace === resolve('.') ? '' : ` --workspace ${shellWord(workspace)}`;
  return `Once you have read it: ${program} trust hooks ${shellWord(resolve(path))}${elsewhere}`;
}
