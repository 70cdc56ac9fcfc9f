import type { AuditEntry, EndEntry, RunEntry } from './audit-entry.ts';

/**
 * The members of an entry as JSON, without the braces. The two kinds that every call has are written by hand, which takes
 * a third of the time of `JSON.stringify`.
 */
export function entryText(entry: AuditEntry): string {
  if (entry.kind === 'run') return runText(entry);
  if (entry.kind === 'end') return endText(entry);
  return membersOf(entry);
}

function runText(entry: RunEntry): string {
  const { call, callId, args, trace } = entry;
  const more = trace === undefined ? '' : `,"trace":${quoted(trace)}`;
  const hostId = callId === undefined ? '' : `"callId":${quoted(callId)},`;
  return `"kind":"run","time":${timeText(entry.time)},"call":${quoted(call)},${hostId}"args":${quoted(args)},${callerText(entry)},${consentText(entry)}${more}`;
}

function endText({ time, call, ok, code, attempts, ms, queuedMs, approvalMs, result }: EndEntry): string {
  const failure = code === undefined ? '' : `,"code":${quoted(code)}`;
  const queued = queuedMs === undefined ? '' : `,"queuedMs":${numberText(queuedMs)}`;
  const approval = approvalMs === undefined ? '' : `,"approvalMs":${numberText(approvalMs)}`;
  const digest = result === undefined ? '' : `,"result":${quoted(result)}`;
  return `"kind":"end","time":${timeText(time)},"call":${quoted(call)},"ok":${ok ? 'true' : 'false'}${failure},"attempts":${numberText(attempts)},"ms":${numberText(ms)}${queued}${approval}${digest}`;
}

let lastTime = '';
let lastTimeText = '""';

/** Many records have the time of the one before. */
function timeText(time: string): string {
  if (time !== lastTime) {
    lastTimeText = quoted(time);
    lastTime = time;
  }
  return lastTimeText;
}

let lastCaller: Partial<Pick<RunEntry, 'task' | 'principal' | 'tool' | 'version'>> = {};
let lastCallerText = '';

/** Calls of one task, and of one tool, come in bursts. */
function callerText({ task, principal, tool, version }: RunEntry): string {
  const last = lastCaller;
  if (task !== last.task || tool !== last.tool || principal !== last.principal || version !== last.version) {
    lastCaller = { task, principal, tool, version };
    lastCallerText = membersOf(lastCaller);
  }
  return lastCallerText;
}

let lastConsent: Partial<Pick<RunEntry, 'mode' | 'by' | 'policy' | 'rule' | 'reason'>> = {};
let lastConsentText = '';

function consentText({ mode, by, policy, rule, reason }: RunEntry): string {
  const last = lastConsent;
  const isSame =
    mode === last.mode && by === last.by && policy === last.policy && rule === last.rule && reason === last.reason;
  if (!isSame) {
    lastConsent = { mode, by, policy, rule, reason };
    lastConsentText = membersOf(lastConsent);
  }
  return lastConsentText;
}

function membersOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** Ids and digests need no escapes. To find that out takes less time than `JSON.stringify`. */
function quoted(text: string): string {
  return UNUSUAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const UNUSUAL = /[^\w:.-]/;
