import { ownerOf } from '../../contracts/owner.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { canonicalJson } from '../../arguments/canonical-json.ts';
import { coreErrors } from '../../errors.ts';
import { textHash } from '../../text/text-hash.ts';
import type { Turn } from '../../runtime/turns.ts';
import type { Call } from '../call/call.ts';
import { changesThings } from './guard.ts';

export interface RepeatedCallsOptions {
  /** How often the same call may run in a turn while nothing else has changed anything. Default 1. */
  readonly same?: number;
  /** How often two calls may alternate (A-B-A-B). Default 2. */
  readonly alternating?: number;
}

/** Refuses calls that can bring nothing new: the same again, or two that go round in circles. */
export class RepeatedCalls {
  readonly #same: number;
  readonly #alternating: number;

  constructor({ same = 1, alternating = 2 }: RepeatedCallsOptions) {
    this.#same = Math.max(1, same);
    this.#alternating = Math.max(1, alternating);
  }

  check(call: Call, params: unknown): ToolError | undefined {
    const turn = call.runtime.turns.of(ownerOf(call), call.turnId);
    const key = digest(call, params);
    const times = turn.counts.get(key) ?? 0;
    if (times >= this.#same) {
      return coreErrors.REDUNDANT_CALL({
        message: `${call.toolName} has already been called with these arguments in this turn.`,
        details: { times },
      });
    }
    if (this.#goesRound(turn.history, key)) {
      return coreErrors.REDUNDANT_CALL({
        message: `${call.toolName} and another call keep following each other without getting anywhere.`,
        suggestion: 'Stop alternating between the two calls; look at what they returned and change the approach.',
      });
    }
    turn.counts.set(key, times + 1);
    forgetOldest(turn.counts);
    turn.history.push(key);
    if (turn.history.length > MAX_HISTORY) turn.history.shift();
    return undefined;
  }

  /** A call that changed something makes other calls worth repeating; one that may be retried was not a repetition. */
  record(call: Call, params: unknown, result: ToolResult): void {
    const turn: Turn = call.runtime.turns.of(ownerOf(call), call.turnId);
    const key = digest(call, params);
    if (!result.ok && result.error.retryable) turn.counts.delete(key);
    else if (result.ok && call.entry !== undefined && changesThings(call.entry.handler)) {
      const times = turn.counts.get(key) ?? 0;
      turn.counts.clear();
      turn.counts.set(key, times);
    }
  }

  #goesRound(history: readonly string[], key: string): boolean {
    const rounds = this.#alternating;
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

/** A turn that nobody ends must not grow for ever. */
function forgetOldest(counts: Map<string, number>): void {
  if (counts.size <= MAX_COUNTED) return;
  for (const oldest of counts.keys()) {
    counts.delete(oldest);
    break;
  }
}

function digest(call: Call, params: unknown): string {
  return `${call.toolName} ${textHash(canonicalJson(params))}`;
}
