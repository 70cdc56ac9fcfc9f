import { resolve } from 'node:path';
import { createTrustStore } from '@ku0/agent-runtime-tools-workspace';
import { nativeDialect } from '../dialects/native-dialect.ts';
import type { HookDiagnostic } from '../hook-diagnostic.ts';
import type { HooksOptions } from '../hooks-options.ts';
import { makeHooks, type Hooks } from '../make-hooks.ts';
import type { Hook } from '../register/hook.ts';
import { functionTransport } from '../run/function-transport.ts';
import type { TrustChecker } from '../trust/trusted-source.ts';
import { loadSettingsFile, loadSettings, type LoadedSettings, type LoadSettings } from './load-settings-file.ts';
import { settingsFiles, type SettingsFile } from './settings-files.ts';

export interface ClaudeSettingsOptions extends HooksOptions {
  /** The project's folder: `.claude/settings.json` and `.claude/settings.local.json` are in it. Default: this process's. */
  readonly workspace?: string;
  /** Where `~/.claude/settings.json` is. */
  readonly home?: string;
  /** The file of the machine's administrator. Default: the platform's; false for none. */
  readonly managed?: string | false;
  /** Settings given by the user, as with `claude --settings`: a file, or the settings themselves. */
  readonly commandLine?: string | object;
  /** Decides which content of the workspace is trusted. Default: `createTrustStore()`. */
  readonly trust?: TrustChecker;
  /** A hook that times out, crashes or gives an invalid answer blocks the call. Default false, as in Claude Code. */
  readonly failClosed?: boolean;
  /** The `transcript_path` in the input of hooks. */
  readonly transcriptPath?: string;
}

/** See `hooks.fromClaudeSettings`. */
export async function fromClaudeSettings(options: ClaudeSettingsOptions): Promise<Hooks> {
  const workspace = resolve(options.workspace ?? process.cwd());
  const { trust = createTrustStore(), failClosed = false, transcriptPath, home } = options;
  const settings: LoadSettings = {
    workspace,
    trust,
    failClosed,
    ...(transcriptPath !== undefined && { transcriptPath }),
    ...(home !== undefined && { home }),
  };
  const loaded: LoadedSettings[] = [];
  const { managed, commandLine } = options;
  const places = { workspace, ...(home !== undefined && { home }), ...(managed !== undefined && { managed }) };
  for (const file of settingsFiles({
    ...places,
    ...(commandLine !== undefined && { commandLine: pathOf(commandLine) }),
  })) {
    const given = file.scope === 'command line' && typeof commandLine === 'object';
    loaded.push(
      await (given ? loadSettings(commandLine, new Uint8Array(), file, settings) : loadSettingsFile(file, settings)),
    );
  }
  const diagnostics = loaded.flatMap((each) => each.diagnostics);
  const hooks = loaded.flatMap(({ file, hooks: own }) => {
    const by = loaded.find((other) => other.disableAllHooks && mayDisable(other.file, file));
    if (by === undefined || own.length === 0) return own;
    diagnostics.push(disabled(file, by.file, own));
    return [];
  });
  const broken = failClosed ? loaded.filter(({ file }) => file.workspace === undefined).flatMap(blockingHooks) : [];
  return makeHooks([...broken, ...hooks], options, diagnostics);
}

/** Blocks every call if a settings file of the user or the machine cannot be used: it may contain a guard. */
function blockingHooks({ file, unusable }: LoadedSettings): readonly Hook[] {
  if (unusable === undefined) return [];
  const transport = functionTransport(() => ({ cancel: true, errorMessage: `${file.path}: ${unusable}` }));
  return [
    {
      name: `settings ${file.path}`,
      type: 'PreToolUse',
      source: file.path,
      timeoutMs: BLOCKING_MS,
      isCancellable: true,
      failsClosed: true,
      parallel: false,
      successOnly: false,
      transport,
      dialect: nativeDialect,
      match: () => ({ matches: true, why: 'it cannot be read, so it is for every tool' }),
    },
  ];
}

const BLOCKING_MS = 10_000;

function pathOf(commandLine: string | object): string {
  return typeof commandLine === 'string' ? resolve(commandLine) : 'the command line';
}

/** A file disables its own hooks and those of weaker files; a project file only hooks of project files. */
function mayDisable(by: SettingsFile, file: SettingsFile): boolean {
  if (by.workspace !== undefined) return file.workspace !== undefined;
  return by.scope === 'managed' || file.scope !== 'managed';
}

function disabled(file: SettingsFile, by: SettingsFile, hooks: readonly Hook[]): HookDiagnostic {
  const message = `its ${hooks.length} hooks are disabled by "disableAllHooks" in ${by.path}`;
  return { kind: 'ignored', file: file.path, message };
}
