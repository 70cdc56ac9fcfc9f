import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorMessage, isRecord, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { createTrustStore } from '@ku0/agent-runtime-tools-workspace';
import { loadSettings } from '../claude/load-settings-file.ts';
import { fromClineFolder } from '../cline/from-cline-folder.ts';
import type { HookConfig } from '../config/hook-config.ts';
import { hookErrors } from '../errors.ts';
import { parseConfig } from './parse-config.ts';
import { isInWorkspace } from './is-in-workspace.ts';
import { readBoundedFile } from './read-bounded-file.ts';
import type { HookDiagnostic } from '../hook-diagnostic.ts';
import type { HooksOptions } from '../hooks-options.ts';
import { makeHooks, type Hooks } from '../make-hooks.ts';
import { compileHook } from '../register/compile-hook.ts';
import type { Hook } from '../register/hook.ts';
import { judgeTrust, refusalWhenChanged, type TrustChecker } from '../trust/trusted-source.ts';

export interface LoadHooksOptions extends HooksOptions {
  /** A file in here counts only once it is trusted. Default: this process's folder. */
  readonly workspace?: string;
  readonly trust?: TrustChecker;
  /** True: the host vouches for the file, wherever it is. */
  readonly trusted?: boolean;
  /** For hooks in Claude Code's format: a failing hook blocks the call. */
  readonly failClosed?: boolean;
}

/** See `loadHooks`. */
export async function loadHooksFile(path: string, options: LoadHooksOptions = {}): Promise<Hooks> {
  const file = resolve(path);
  const workspace = await realpath(options.workspace ?? process.cwd());
  const trust: TrustChecker = options.trusted === true ? TRUST_EVERYTHING : (options.trust ?? createTrustStore());
  if ((await stat(file).catch(() => undefined))?.isDirectory()) return fromClineFolder(file, { ...options, trust });
  const read = await readBoundedFile(file, { maxBytes: MAX_FILE_BYTES });
  if (read.kind !== 'content') throw invalid(file, read.kind === 'missing' ? 'it does not exist' : read.why);
  const parsed = parseConfig(read.content.toString());
  if (!parsed.ok) throw invalid(`${file}:${parsed.line}`, parsed.message);
  const inWorkspace = await isInWorkspace(file, options.workspace ?? process.cwd());
  const list = Array.isArray(parsed.value) ? parsed.value : isRecord(parsed.value) ? parsed.value['hooks'] : undefined;
  if (Array.isArray(list))
    return loadList(list, { file, content: read.content, workspace, inWorkspace, trust, options });
  if (!isRecord(list)) throw invalid(file, 'it contains neither a list of hooks nor settings with hooks');
  const source = {
    scope: 'command line',
    path: file,
    folder: dirname(file),
    ...(inWorkspace && { workspace }),
  } as const;
  const { failClosed = false } = options;
  const loaded = await loadSettings(parsed.value, read.content, source, { workspace, trust, failClosed });
  const hooks = loaded.disableAllHooks ? [] : loaded.hooks;
  const disabled: HookDiagnostic = {
    kind: 'ignored',
    file,
    message: 'its hooks are disabled by "disableAllHooks"',
  };
  return makeHooks(hooks, options, loaded.disableAllHooks ? [...loaded.diagnostics, disabled] : loaded.diagnostics);
}

const MAX_FILE_BYTES = 1 << 20;
const TRUST_EVERYTHING: TrustChecker = { isTrusted: async () => true };

interface ListSource {
  readonly file: string;
  readonly content: Uint8Array;
  readonly workspace: string;
  readonly inWorkspace: boolean;
  readonly trust: TrustChecker;
  readonly options: HooksOptions;
}

async function loadList(
  list: readonly unknown[],
  { file, content, workspace, inWorkspace, trust, options }: ListSource,
): Promise<Hooks> {
  const compiled = list.map((config, index) => compileAt(config, file, index));
  const commands = list.map((config) => commandOf(config));
  let scripts: readonly string[] | undefined;
  if (inWorkspace) {
    const verdict = await judgeTrust({ workspace, file, content, commands }, trust);
    if (verdict.kind !== 'trusted') {
      const why = verdict.kind === 'untrusted' ? 'this content of the workspace is not trusted' : verdict.why;
      const message = `${list.length === 1 ? 'its hook does' : `its ${list.length} hooks do`} not run: ${why}`;
      const subject = verdict.kind === 'untrusted' && { trust: verdict.subject };
      return makeHooks([], options, [{ kind: 'untrusted', file, message, ...subject }]);
    }
    ({ scripts } = verdict);
  }
  const hooks = compiled.map((hook, index): Hook => {
    const digest = scripts?.[index];
    const command = commands[index] ?? { command: '' };
    return digest === undefined ? hook : { ...hook, refusal: refusalWhenChanged(command, { workspace, digest, file }) };
  });
  const loaded = hooks.map(({ name }, index): HookDiagnostic => ({
    kind: 'loaded',
    file,
    where: `hooks[${index}]`,
    message: name,
  }));
  return makeHooks(hooks, options, loaded);
}

function compileAt(config: unknown, file: string, index: number): Hook {
  try {
    return compileHook(config as HookConfig, file);
  } catch (error) {
    throw invalid(`${file}: hooks[${index}]`, errorMessage(error));
  }
}

/** Includes the values of variables, because a command may name its script by one. */
function commandOf(config: unknown): { readonly command: string; readonly args: readonly string[] } {
  const { command, args, env } = isRecord(config) ? config : {};
  const given: readonly unknown[] = Array.isArray(args) ? args : [];
  const words = [...given, ...(isRecord(env) ? Object.values(env) : [])];
  return {
    command: typeof command === 'string' ? command : '',
    args: words.filter((word) => typeof word === 'string'),
  };
}

function invalid(where: string, why: string): ToolFailure {
  return new ToolFailure(
    hookErrors.HOOK_CONFIG_INVALID({ message: printable(`${where}: ${why}`), details: { where } }),
  );
}
