import type { DryRun, Principal } from '@ku0/agent-runtime-tools-core';
import type { CallRisk } from '../calls/risk/call-risk.ts';
import type { RuleOffer } from './rule-offer.ts';

/** What a person is asked. */
export interface ApprovalRequest {
  /** Answers go to this id. It cannot be guessed. */
  readonly id: string;
  /** The call. */
  readonly callId: string;
  /** @deprecated The same as `callId`. */
  readonly stepId?: string;
  /** On whose behalf the call is made, where the host says so: the one to ask, and whom the answer binds. */
  readonly principal?: Principal;
  readonly taskId: string;
  readonly turnId: string;
  readonly tool: string;
  /** The real arguments, frozen: these run, or none. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** One sentence: why it is asked about. */
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly risk: CallRisk;
  /** What would change, as far as the tool can tell. */
  readonly preview?: DryRun;
  readonly diff?: string;
  /** What "always" would cover; absent where it is not offered. */
  readonly always?: RuleOffer;
  /** What "always for this tool" (`forTool`) would cover; absent where it is not offered. */
  readonly alwaysForTool?: RuleOffer;
  /** Taken from a store, and cut: arguments, diff and preview say what is missing. The digest is of the whole. */
  readonly isExcerpt?: true;
  /** Of all that was shown: what runs must have the same. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type ApprovalScope = 'once' | 'session' | 'always';

export interface ApprovalResponse {
  readonly approved: boolean;
  /** Run these instead; they are validated and judged anew, and the model is told. */
  readonly modifiedArgs?: Readonly<Record<string, unknown>>;
  /** With `approved: true`: what the model is given in the tool's place, which does not run. */
  readonly result?: unknown;
  /** Default 'once'. */
  readonly scope?: ApprovalScope;
  /** The scope is about every call of this tool, not only about what `always` names. */
  readonly forTool?: boolean;
  /** For the model. */
  readonly feedback?: string;
}

/** Reads an answer; undefined for anything that is none. Only a plain `true` is a yes. */
export function parseResponse(value: unknown): ApprovalResponse | undefined {
  if (typeof value === 'boolean') return { approved: value };
  if (!isRecord(value) || typeof value['approved'] !== 'boolean') return undefined;
  const { approved, scope, forTool, feedback } = value;
  const modifiedArgs = copied(value['modifiedArgs']);
  const result = jsonCopy(value['result']);
  if (modifiedArgs !== undefined && !isRecord(modifiedArgs)) return undefined;
  if (scope !== undefined && scope !== 'once' && scope !== 'session' && scope !== 'always') return undefined;
  if (forTool !== undefined && typeof forTool !== 'boolean') return undefined;
  // Either the tool runs, or there is an answer in its place.
  if (result !== undefined && (!approved || modifiedArgs !== undefined || result.length === 0)) return undefined;
  return {
    approved,
    ...(modifiedArgs !== undefined && { modifiedArgs }),
    ...(result !== undefined && { result: result[0] }),
    ...(scope !== undefined && { scope }),
    ...(forTool === true && { forTool }),
    ...(typeof feedback === 'string' && { feedback }),
  };
}

/** A copy of JSON in a list, which is empty for what is none; undefined for nothing. */
function jsonCopy(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  try {
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) return [];
    const copy: unknown = JSON.parse(text);
    return [copy];
  } catch {
    return [];
  }
}

/** What is judged is what runs, whatever becomes of the object that was given. What cannot be copied is no answer. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
