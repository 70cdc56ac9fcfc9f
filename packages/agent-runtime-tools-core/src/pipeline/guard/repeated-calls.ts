import { ownerOf } from '../../contracts/owner.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { canonicalJson } from '../../arguments/canonical-json.ts';
import { coreErrors } from '../../errors.ts';
import { textHash } from '../../text/text-hash.ts';
import type { Turn } from '../../runtime/turns.ts';
import type { Call } from '../call/call.ts';
import { isMutating } from './guard.ts';

export interface RepeatedCallsOptions {
  /** How often the same call may run in a turn while nothing else has changed anything. Default 1. */
  readonly same?: number;
  /** How often two calls may alternate (A-B-A-B). Default 2. */
  readonly alternating?: number;
}

/** Refuses calls that cannot return anything new: the same call again, or two calls that alternate. */
export class RepeatedCalls {
  readonly #maxSame: number;
  readonly #maxAlternating: number;

  constructor({ same = 1, alternating = 2 }: RepeatedCallsOptions) {
    this.#maxSame = Math.max(1, same);
    this.#maxAlternating = Math.max(1, alternating);
  }

  /** Returns an error for a repeated call; counts any other. */
  check(call: Call, params: unknown): ToolError | undefined {
    const turn = call.runtime.turns.of(ownerOf(call), call.turnId);
    const key = keyOf(call, params);
    const times = turn.counts.get(key) ?? 0;
    if (times >= this.#maxSame) {
      return coreErrors.REDUNDANT_CALL({
        message: `${call.toolName} has already been called with these arguments in this turn.`,
        details: { times },
      });
    }
    if (this.#alternates(turn.history, key)) {
      return coreErrors.REDUNDANT_CALL({
        message: `${call.toolName} and another call keep following each other without getting anywhere.`,
        suggestion: 'Stop alternating between the two calls; look at what they returned and change the approach.',
      });
    }
    turn.counts.set(key, times + 1);
    dropOldest(turn.counts);
    turn.history.push(key);
    if (turn.history.length > MAX_HISTORY) turn.history.shift();
    return undefined;
  }

  /** A call that changed something makes all others worth repeating; a retryable failure may be repeated itself. */
  record(call: Call, params: unknown, result: ToolResult): void {
    const turn: Turn = call.runtime.turns.of(ownerOf(call), call.turnId);
    const key = keyOf(call, params);
    if (!result.ok && result.error.retryable) turn.counts.delete(key);
    else if (result.ok && call.entry !== undefined && isMutating(call.entry.handler)) {
      const times = turn.counts.get(key) ?? 0;
      turn.counts.clear();
      turn.counts.set(key, times);
    }
  }

  /** Whether the history ends with this call and another one in turns: A-B-A-B, and now A. */
  #alternates(history: readonly string[], key: string): boolean {
    const rounds = this.#maxAlternating;
    const other = history.at(-1);
    if (other === undefined || other === key || history.length < rounds * 2) return false;
    for (let back = 1; back <= rounds * 2; back++) {
      if (history.at(-back) !== (back % 2 === 1 ? other : key)) return false;
    }
    return true;
  }
}

const MAX_HISTORY = 256;
const MAX_COUNTED = 1024;

/** Keeps a turn that is never ended from growing without limit. */
function dropOldest(counts: Map<string, number>): void {
  if (counts.size <= MAX_COUNTED) return;
  for (const oldest of counts.keys()) {
    counts.delete(oldest);
    break;
  }
}

function keyOf(call: Call, params: unknown): string {
  return `${call.toolName} ${textHash(canonicalJson(params))}`;
}
