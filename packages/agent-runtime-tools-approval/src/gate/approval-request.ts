import { isRecord } from '@ku0/agent-runtime-tools-core';
import type { DryRun, Principal } from '@ku0/agent-runtime-tools-core';
import type { CallRisk } from '../calls/risk/call-risk.ts';
import type { RuleOffer } from './rule-offer.ts';

/** A question to a person about one call. */
export interface ApprovalRequest {
  /** Identifies the request in answers. A random UUID. */
  readonly id: string;
  readonly callId: string;
  /** @deprecated The same as `callId`. */
  readonly stepId?: string;
  /** On whose behalf the call is made, if the host says so. Ask this principal; the answer is valid for it alone. */
  readonly principal?: Principal;
  readonly taskId: string;
  readonly turnId: string;
  readonly tool: string;
  /** The frozen arguments. The call runs with exactly these or not at all. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** One sentence: why a person is asked. */
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly risk: CallRisk;
  /** What would change, as far as the tool can tell. */
  readonly preview?: DryRun;
  readonly diff?: string;
  /** What "always" would cover; absent if it is not offered. */
  readonly always?: RuleOffer;
  /** What "always for this tool" (`forTool`) would cover; absent if it is not offered. */
  readonly alwaysForTool?: RuleOffer;
  /** The request was too large to store in full: arguments, diff and preview are shortened and say by how much. The digest covers everything. */
  readonly isExcerpt?: true;
  /** Covers everything that was shown. It is compared again before the call runs. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type ApprovalScope = 'once' | 'session' | 'always';

export interface ApprovalResponse {
  readonly approved: boolean;
  /** Run the call with these arguments. They are validated and judged again, and the model is told. */
  readonly modifiedArgs?: Readonly<Record<string, unknown>>;
  /** With `approved: true`: the result to give to the model instead of running the tool. */
  readonly result?: unknown;
  /** Default 'once'. */
  readonly scope?: ApprovalScope;
  /** The scope covers every call of this tool, not only what `always` describes. */
  readonly forTool?: boolean;
  /** With a scope: remember this permission rule instead of the offered one. It has to cover the call. */
  readonly rule?: string;
  /** For the model. */
  readonly feedback?: string;
}

/** Parses an answer; undefined if it is not valid. Only the boolean `true` approves. */
export function parseResponse(value: unknown): ApprovalResponse | undefined {
  if (typeof value === 'boolean') return { approved: value };
  if (!isRecord(value) || typeof value['approved'] !== 'boolean') return undefined;
  const { approved, scope, forTool, feedback, rule } = value;
  const modifiedArgs = deepCopy(value['modifiedArgs']);
  const result = jsonCopy(value['result']);
  if (modifiedArgs !== undefined && !isRecord(modifiedArgs)) return undefined;
  if (scope !== undefined && scope !== 'once' && scope !== 'session' && scope !== 'always') return undefined;
  if (forTool !== undefined && typeof forTool !== 'boolean') return undefined;
  if (rule !== undefined && (typeof rule !== 'string' || rule.length > MAX_RULE_LENGTH)) return undefined;
  // `result` replaces the tool's run, so it excludes `modifiedArgs` and a denial.
  if (result !== undefined && (!approved || modifiedArgs !== undefined || result.length === 0)) return undefined;
  return {
    approved,
    ...(modifiedArgs !== undefined && { modifiedArgs }),
    ...(result !== undefined && { result: result[0] }),
    ...(scope !== undefined && { scope }),
    ...(forTool === true && { forTool }),
    ...(rule !== undefined && { rule }),
    ...(typeof feedback === 'string' && { feedback }),
  };
}

const MAX_RULE_LENGTH = 1000;

/** A copy of a JSON value, wrapped in an array; an empty array if it is not JSON; undefined if there is no value. */
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

/** A copy, so that later changes of the given object have no effect; null if it cannot be copied. */
function deepCopy(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return null;
  }
}
