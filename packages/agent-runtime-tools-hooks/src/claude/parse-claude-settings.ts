import { isRecord } from '@ku0/agent-runtime-tools-core';
import type { HookType } from '../config/hook-config.ts';
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

/** Reads the hooks of a settings file. Unusable entries are skipped and reported. */
export function parseClaudeSettings(settings: unknown, file: string): ClaudeSettings {
  const handlers: ClaudeHandler[] = [];
  const diagnostics: HookDiagnostic[] = [];
  const note = (kind: HookDiagnostic['kind'], where: string, message: string): void => {
    diagnostics.push({ kind, file, where, message });
  };
  const { hooks = {}, disableAllHooks } = isRecord(settings) ? settings : { hooks: undefined };
  if (!isRecord(settings)) note('problem', '', 'the settings are not an object');
  else if (!isRecord(hooks)) note('problem', 'hooks', 'is not an object of events');
  for (const [event, groups] of Object.entries(isRecord(hooks) ? hooks : {})) {
    const type = EVENTS.get(event);
    if (type === undefined) {
      note('ignored', `hooks.${event}`, 'it is not an event of a tool call');
    } else if (!Array.isArray(groups)) {
      note('problem', `hooks.${event}`, 'is not a list');
    } else {
      groups.forEach((group: unknown, index) => readGroup(group, { type, event, where: `hooks.${event}[${index}]` }));
    }
  }
  return { handlers, disableAllHooks: disableAllHooks === true, diagnostics };

  function readGroup(group: unknown, place: Place): void {
    if (!isRecord(group) || !Array.isArray(group['hooks'])) return note('problem', place.where, 'has no list of hooks');
    const { matcher } = group;
    const isMatcher = matcher === undefined || matcher === null || typeof matcher === 'string';
    if (!isMatcher) {
      note('problem', `${place.where}.matcher`, 'is not a string');
      // A guard with an unusable matcher must guard everything; other hooks had better not run.
      if (place.type !== 'PreToolUse') return undefined;
    }
    group['hooks'].forEach((handler: unknown, index) => {
      const where = `${place.where}.hooks[${index}]`;
      const read = readHandler(handler, { ...place, where }, isMatcher ? (matcher ?? undefined) : undefined);
      for (const [key, why] of unsupportedFields(handler)) note('ignored', `${where}.${key}`, why);
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

/** A handler, or why it cannot be used. */
function readHandler(handler: unknown, place: Place, matcher: string | undefined): ClaudeHandler | string {
  if (!isRecord(handler)) return 'is not an object';
  const { type = 'command', command, args, url, headers, timeout = DEFAULT_TIMEOUT_S, if: condition } = handler;
  if (type !== 'command' && type !== 'http') return `its type ${JSON.stringify(type)} is not supported`;
  const common = {
    ...place,
    matcher,
    timeoutMs: Math.min(isTimeout(timeout) ? timeout : DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S) * 1000,
    ...(typeof condition === 'string' && { condition }),
  };
  if (type === 'http') {
    if (typeof url !== 'string') return 'has no url';
    if (headers !== undefined && !(isRecord(headers) && isTexts(Object.values(headers))))
      return 'its headers are not strings';
    return { ...common, url, ...(headers !== undefined && { headers: headers as Record<string, string> }) };
  }
  if (typeof command !== 'string' || command.trim() === '') return 'has no command';
  if (args !== undefined && !isTexts(args)) return 'its args are not a list of strings';
  return { ...common, command, ...(args !== undefined && { args }) };
}

/** Fields that are ignored, with the reason. A mistake in a minor field must not disable a guard. */
function unsupportedFields(handler: unknown): readonly (readonly [key: string, why: string])[] {
  if (!isRecord(handler)) return [];
  const { async: isAsync, timeout, if: condition } = handler;
  const found: [string, string][] = [];
  if (isAsync === true) found.push(['async', 'hooks are always awaited']);
  if (timeout !== undefined && !isTimeout(timeout))
    found.push(['timeout', `is not a number of seconds above 0; ${DEFAULT_TIMEOUT_S} is used`]);
  if (condition !== undefined && typeof condition !== 'string')
    found.push(['if', 'is not a permission rule, so the hook always runs']);
  return found;
}

function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
