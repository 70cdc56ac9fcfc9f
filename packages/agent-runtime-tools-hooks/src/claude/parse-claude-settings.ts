import type { HookType } from '../config/hook-config.ts';
import { isObject } from '../dialects/read-answer.ts';
import type { HookDiagnostic } from '../hook-diagnostic.ts';

/** One handler of a settings file. */
export interface ClaudeHandler {
  readonly type: HookType;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly where: string;
  readonly timeoutMs: number;
  readonly condition?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClaudeSettings {
  readonly handlers: readonly ClaudeHandler[];
  readonly disableAllHooks: boolean;
  readonly diagnostics: readonly HookDiagnostic[];
}

/** Reads the hooks of a settings file; what cannot be used is left out and said. */
export function parseClaudeSettings(settings: unknown, file: string): ClaudeSettings {
  const handlers: ClaudeHandler[] = [];
  const diagnostics: HookDiagnostic[] = [];
  const note = (kind: HookDiagnostic['kind'], where: string, message: string): void => {
    diagnostics.push({ kind, file, where, message });
  };
  const { hooks = {}, disableAllHooks } = isObject(settings) ? settings : { hooks: undefined };
  if (!isObject(settings)) note('problem', '', 'the settings are no object');
  else if (!isObject(hooks)) note('problem', 'hooks', 'is no object of events');
  for (const [event, groups] of Object.entries(isObject(hooks) ? hooks : {})) {
    const type = EVENTS.get(event);
    if (type === undefined) {
      note('ignored', `hooks.${event}`, 'it is not an event of a tool call');
    } else if (!Array.isArray(groups)) {
      note('problem', `hooks.${event}`, 'is no list');
    } else {
      groups.forEach((group: unknown, index) => readGroup(group, { type, event, where: `hooks.${event}[${index}]` }));
    }
  }
  return { handlers, disableAllHooks: disableAllHooks === true, diagnostics };

  function readGroup(group: unknown, place: Place): void {
    if (!isObject(group) || !Array.isArray(group['hooks'])) return note('problem', place.where, 'has no list of hooks');
    const { matcher } = group;
    if (matcher !== undefined && matcher !== null && typeof matcher !== 'string')
      return note('problem', `${place.where}.matcher`, 'is no text');
    group['hooks'].forEach((handler: unknown, index) => {
      const where = `${place.where}.hooks[${index}]`;
      const read = readHandler(handler, { ...place, where }, matcher ?? undefined);
      if (isObject(handler) && handler['async'] === true) note('ignored', `${where}.async`, 'every hook is waited for');
      if (typeof read === 'string') note(read.startsWith('its type') ? 'ignored' : 'problem', where, read);
      else handlers.push(read);
    });
    return undefined;
  }
}

interface Place {
  readonly type: HookType;
  readonly event: string;
  readonly where: string;
}

const EVENTS: ReadonlyMap<string, HookType> = new Map([
  ['PreToolUse', 'PreToolUse'],
  ['PostToolUse', 'PostToolUse'],
  ['PostToolUseFailure', 'OnError'],
]);

const DEFAULT_TIMEOUT_S = 600;
const MAX_TIMEOUT_S = 2_000_000;

/** A handler, or the sentence that says why it is none. */
function readHandler(handler: unknown, place: Place, matcher: string | undefined): ClaudeHandler | string {
  if (!isObject(handler)) return 'is no object';
  const { type = 'command', command, args, url, headers, timeout = DEFAULT_TIMEOUT_S, if: condition } = handler;
  if (type !== 'command' && type !== 'http') return `its type ${JSON.stringify(type)} is not supported`;
  if (typeof timeout !== 'number' || !(timeout > 0)) return 'its timeout is no number of seconds';
  if (condition !== undefined && typeof condition !== 'string') return 'its "if" is no permission rule';
  const common = {
    ...place,
    matcher,
    timeoutMs: Math.min(timeout, MAX_TIMEOUT_S) * 1000,
    ...(condition !== undefined && { condition }),
  };
  if (type === 'http') {
    if (typeof url !== 'string') return 'has no url';
    if (headers !== undefined && !(isObject(headers) && isTexts(Object.values(headers))))
      return 'its headers are no texts';
    return { ...common, url, ...(headers !== undefined && { headers: headers as Record<string, string> }) };
  }
  if (typeof command !== 'string' || command.trim() === '') return 'has no command';
  if (args !== undefined && !isTexts(args)) return 'its args are no list of texts';
  return { ...common, command, ...(args !== undefined && { args }) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
