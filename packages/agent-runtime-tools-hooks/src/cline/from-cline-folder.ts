import { readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTrustStore } from '@ku0/agent-runtime-tools-workspace';
import type { HookType } from '../config/hook-config.ts';
import { nativeDialect } from '../dialects/native-dialect.ts';
import { isInWorkspace } from '../files/is-in-workspace.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import type { HookDiagnostic } from '../hook-diagnostic.ts';
import type { HooksOptions } from '../hooks-options.ts';
import { makeHooks, type Hooks } from '../make-hooks.ts';
import type { Hook } from '../register/hook.ts';
import { commandTransport } from '../run/command-transport.ts';
import { judgeTrust, refusalWhenChanged, type TrustChecker } from '../trust/trusted-source.ts';

export interface ClineFolderOptions extends HooksOptions {
  /** A hooks folder in this workspace counts only if it is trusted. Default: this process's folder. */
  readonly workspace?: string;
  readonly trust?: TrustChecker;
  /** A hook that times out, crashes or gives an invalid answer blocks the call. Default true. */
  readonly failClosed?: boolean;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/** See `hooks.fromClineFolder`. */
export async function fromClineFolder(folder: string, options: ClineFolderOptions): Promise<Hooks> {
  const path = resolve(folder);
  const hooks: Hook[] = [];
  const diagnostics: HookDiagnostic[] = [];
  let names: readonly string[] = [];
  try {
    names = (await readdir(path)).toSorted((a, b) => Number(EVENTS.has(b)) - Number(EVENTS.has(a)) || (a < b ? -1 : 1));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    diagnostics.push({ kind: 'problem', file: path, message: `the folder cannot be read (${code})` });
  }
  if (names.length > MAX_NAMES)
    diagnostics.push({ kind: 'ignored', file: path, message: `${names.length - MAX_NAMES} more files` });
  for (const name of names.slice(0, MAX_NAMES)) {
    const loaded = await loadExecutable(join(path, name), name, options);
    if ('kind' in loaded) diagnostics.push(loaded);
    else {
      hooks.push(loaded);
      diagnostics.push({ kind: 'loaded', file: loaded.source, message: loaded.name });
    }
  }
  return makeHooks(hooks, options, diagnostics);
}

const EVENTS: ReadonlyMap<string, HookType> = new Map([
  ['PreToolUse', 'PreToolUse'],
  ['PostToolUse', 'PostToolUse'],
  ['OnError', 'OnError'],
]);

const MAX_NAMES = 100;
const MAX_HOOK_BYTES = 4 << 20;

async function loadExecutable(
  file: string,
  name: string,
  {
    workspace: given = process.cwd(),
    trust = createTrustStore(),
    failClosed = true,
    timeoutMs = 30_000,
  }: ClineFolderOptions,
): Promise<Hook | HookDiagnostic> {
  const type = EVENTS.get(name);
  if (type === undefined) return { kind: 'ignored', file, message: `${name} is not an event of a tool call` };
  const workspace = await realpath(given).catch(() => resolve(given));
  const inWorkspace = await isInWorkspace(file, given);
  const read = await readBoundedFile(file, { maxBytes: MAX_HOOK_BYTES, ...(inWorkspace && { within: workspace }) });
  if (read.kind !== 'content')
    return { kind: 'problem', file, message: read.kind === 'missing' ? 'it does not exist' : read.why };
  if (!read.executable) return { kind: 'ignored', file, message: 'it is not executable' };
  const command = { command: file, args: [] };
  let refusal: Hook['refusal'];
  if (inWorkspace) {
    const verdict = await judgeTrust({ workspace, file, content: read.content, commands: [command] }, trust);
    if (verdict.kind === 'undecidable')
      return {
        kind: 'untrusted',
        file,
        message: `it does not run: whether it is trusted cannot be determined (${verdict.why})`,
      };
    if (verdict.kind === 'untrusted')
      return { kind: 'untrusted', file, message: 'it does not run: it is not trusted', trust: verdict.subject };
    refusal = refusalWhenChanged(command, { workspace, digest: verdict.scripts[0], file });
  }
  return {
    name,
    type,
    source: file,
    timeoutMs,
    isCancellable: true,
    failsClosed: failClosed && type === 'PreToolUse',
    parallel: false,
    successOnly: false,
    transport: commandTransport(command.command, { args: command.args }),
    dialect: nativeDialect,
    match: () => ({ matches: true, why: 'it is for every tool' }),
    ...(refusal !== undefined && { refusal }),
  };
}
