import type { DryRun } from '@ku0/agent-runtime-tools-core';
import type { CallRisk } from '../calls/call-risk.ts';
import type { RuleOffer } from './rule-offer.ts';

/** What a person is asked. */
export interface ApprovalRequest {
  /** Answers go to this id. It cannot be guessed. */
  readonly id: string;
  /** The call. */
  readonly stepId: string;
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
  /** Of all that was shown: what runs must have the same. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type ApprovalScope = 'once' | 'session' | 'always';

export interface ApprovalResponse {
  readonly approved: boolean;
  /** Run these instead; they are validated and judged anew. */
  readonly modifiedArgs?: Readonly<Record<string, unknown>>;
  /** Default 'once'. */
  readonly scope?: ApprovalScope;
  /** For the model. */
  readonly feedback?: string;
}

/** Reads an answer; undefined for anything that is none. Only a plain `true` is a yes. */
export function parseResponse(value: unknown): ApprovalResponse | undefined {
  if (typeof value === 'boolean') return { approved: value };
  if (!isRecord(value) || typeof value['approved'] !== 'boolean') return undefined;
  const { approved, scope, feedback } = value;
  const modifiedArgs = copied(value['modifiedArgs']);
  if (modifiedArgs !== undefined && !isRecord(modifiedArgs)) return undefined;
  if (scope !== undefined && scope !== 'once' && scope !== 'session' && scope !== 'always') return undefined;
  return {
    approved,
    ...(modifiedArgs !== undefined && { modifiedArgs }),
    ...(scope !== undefined && { scope }),
    ...(typeof feedback === 'string' && { feedback }),
  };
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
