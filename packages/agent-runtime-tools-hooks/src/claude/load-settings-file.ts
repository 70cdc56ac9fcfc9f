import { realpath } from 'node:fs/promises';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { claudeDialect } from '../dialects/claude-dialect.ts';
import { parseConfig } from '../files/parse-config.ts';
import { isInWorkspace } from '../files/is-in-workspace.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import type { HookDiagnostic } from '../hook-diagnostic.ts';
import type { Hook } from '../register/hook.ts';
import { commandTransport } from '../run/command-transport.ts';
import { httpTransport } from '../run/http-transport.ts';
import { judgeTrust, refusalWhenChanged, type TrustChecker } from '../trust/trusted-source.ts';
import { compileClaudeMatcher } from './claude-matcher.ts';
import { parseClaudeSettings, type ClaudeHandler } from './parse-claude-settings.ts';
import { compileCondition, type ConditionOptions } from './hook-condition.ts';
import type { SettingsFile } from './settings-files.ts';

export interface LoadSettings {
  readonly workspace: string;
  readonly trust: TrustChecker;
  readonly failClosed: boolean;
  readonly transcriptPath?: string;
  /** The folder that `~` in a rule means. */
  readonly home?: string;
}

export interface LoadedSettings {
  readonly file: SettingsFile;
  readonly hooks: readonly Hook[];
  readonly disableAllHooks: boolean;
  readonly diagnostics: readonly HookDiagnostic[];
  /** Why some of its hooks could not be loaded. */
  readonly unusable?: string;
}

/** Loads one settings file. Nothing of an untrusted file counts. */
export async function loadSettingsFile(given: SettingsFile, options: LoadSettings): Promise<LoadedSettings> {
  const file = await withWorkspace(given, options.workspace);
  const { path } = file;
  const nothing = (...diagnostics: HookDiagnostic[]): LoadedSettings => ({
    file,
    hooks: [],
    disableAllHooks: false,
    diagnostics,
  });
  const within = file.workspace === undefined ? undefined : await realpath(file.workspace).catch(() => file.workspace);
  const read = await readBoundedFile(path, { maxBytes: MAX_SETTINGS_BYTES, ...(within !== undefined && { within }) });
  const problem = (message: string, where: object = {}): LoadedSettings => ({
    ...nothing({ kind: 'problem', file: path, ...where, message }),
    unusable: message,
  });
  if (read.kind === 'missing') return file.scope === 'command line' ? problem('it does not exist') : nothing();
  if (read.kind === 'refused') return problem(read.why);
  const parsed = parseConfig(read.content.toString());
  if (!parsed.ok) return problem(parsed.message, { where: `${path}:${parsed.line}` });
  return loadSettings(parsed.value, read.content, file, options);
}

/** A file named by the user may be in the workspace, where tools may have written it. */
async function withWorkspace(file: SettingsFile, workspace: string): Promise<SettingsFile> {
  if (file.scope !== 'command line') return file;
  return (await isInWorkspace(file.path, workspace)) ? { ...file, workspace } : file;
}

const MAX_SETTINGS_BYTES = 1 << 20;

/** Loads settings that have been parsed already. */
export async function loadSettings(
  value: unknown,
  content: Uint8Array,
  file: SettingsFile,
  options: LoadSettings,
): Promise<LoadedSettings> {
  const { handlers, disableAllHooks, diagnostics } = parseClaudeSettings(value, file.path);
  const notes: HookDiagnostic[] = [...diagnostics];
  let scripts: readonly string[] | undefined;
  if (file.workspace !== undefined && (handlers.length > 0 || disableAllHooks)) {
    const commands = handlers.map(({ command = '', args = [] }) => ({ command, args }));
    const verdict = await judgeTrust({ workspace: file.workspace, file: file.path, content, commands }, options.trust);
    if (verdict.kind !== 'trusted') {
      const [they, are] =
        handlers.length === 1 ? ['its hook does', 'it is'] : [`its ${handlers.length} hooks do`, 'they are'];
      const message =
        verdict.kind === 'untrusted'
          ? `${they} not run: this content of the workspace is not trusted`
          : `${they} not run: whether ${are} trusted cannot be determined (${verdict.why})`;
      const trust = verdict.kind === 'untrusted' && { trust: verdict.subject };
      return {
        file,
        hooks: [],
        disableAllHooks: false,
        diagnostics: [{ kind: 'untrusted', file: file.path, message, ...trust }],
      };
    }
    ({ scripts } = verdict);
  }
  const hooks: Hook[] = [];
  for (const [index, handler] of handlers.entries()) {
    const hook = await hookOf(handler, file, options, scripts?.[index], notes);
    if (hook === undefined) continue;
    hooks.push(hook);
    notes.push({ kind: 'loaded', file: file.path, where: handler.where, message: hook.name });
  }
  const problem = diagnostics.find(({ kind }) => kind === 'problem');
  const unusable = problem && { unusable: `${problem.where ?? ''} ${problem.message}` };
  return { file, hooks, disableAllHooks, diagnostics: notes, ...unusable };
}

async function hookOf(
  handler: ClaudeHandler,
  file: SettingsFile,
  { workspace, failClosed, transcriptPath, home }: LoadSettings,
  scripts: string | undefined,
  notes: HookDiagnostic[],
): Promise<Hook | undefined> {
  const { type, where, timeoutMs, condition, command, args, url, headers } = handler;
  const note = (kind: HookDiagnostic['kind'], message: string): void =>
    void notes.push({ kind, file: file.path, where, message });
  const matcher = compileClaudeMatcher(handler.matcher);
  if (matcher.problem !== undefined) {
    note('problem', matcher.problem);
    // Other hooks than guards had better not run for the wrong tools.
    if (type !== 'PreToolUse') return undefined;
  }
  const applies =
    condition === undefined
      ? undefined
      : await conditionOf(condition, { settingsFolder: file.folder, ...(home !== undefined && { home }) }, note);
  try {
    const transport =
      url === undefined
        ? commandTransport(command ?? '', args === undefined ? {} : { args })
        : httpTransport(url, { privateAddress: 'loopback', ...(headers !== undefined && { headers }) });
    const named = { command: command ?? '', ...(args !== undefined && { args }) };
    const about = condition === undefined ? '' : `, if ${condition}`;
    return {
      name: shortened(`${handler.event} ${transport.describe}`),
      type,
      source: file.path,
      timeoutMs,
      isCancellable: true,
      failsClosed: failClosed && type === 'PreToolUse',
      parallel: true,
      successOnly: type === 'PostToolUse',
      identity: JSON.stringify([command, args, url, headers, condition]),
      transport,
      dialect: claudeDialect({ projectDir: workspace, ...(transcriptPath !== undefined && { transcriptPath }) }),
      match(tool) {
        const { matches, why } = matcher.match(tool);
        return { matches, why: matches ? why + about : why };
      },
      ...(applies !== undefined && { applies }),
      ...(scripts !== undefined && {
        refusal: refusalWhenChanged(named, { workspace, digest: scripts, file: file.path }),
      }),
    };
  } catch (error) {
    note('problem', errorMessage(error));
    return undefined;
  }
}

const MAX_NAME_CHARS = 80;

/** Names appear in messages, so long commands are cut. */
function shortened(name: string): string {
  return name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS - 3)}...`;
}

/** A condition that is not a rule is dropped, so the hook always runs. */
async function conditionOf(
  rule: string,
  options: ConditionOptions,
  note: (kind: HookDiagnostic['kind'], message: string) => void,
): Promise<Hook['applies']> {
  try {
    return await compileCondition(rule, options);
  } catch (error) {
    note('problem', `its "if" is ignored, so it always runs: ${errorMessage(error)}`);
    return undefined;
  }
}
