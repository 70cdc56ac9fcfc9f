import { isRecord } from '../arguments/is-record.ts';
import { ownerKey, type Owner } from '../contracts/owner.ts';
import type { PartialToolUse } from '../contracts/partial-tool-use.ts';
import { coreErrors } from '../errors.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { Call } from '../pipeline/call/call.ts';
import { principalProblem } from '../pipeline/accept/check-options.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ToolEntry } from '../registry/tool-entry.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import { ownerOfOptions } from '../task-scope.ts';
import { errorMessage } from '../text/error-message.ts';
import { PartialJson } from './partial-json.ts';

/** The next piece of a call's argument text. */
export interface PartialPiece {
  readonly callId: string;
  readonly name: string;
  /** The text that has arrived since the last piece. */
  readonly delta: string;
  /** True with the last piece. */
  readonly complete?: boolean;
}

/**
 * The calls whose arguments are still streaming, each with what has been parsed so far. A coordinator and its views share
 * them: a call may stream through one and begin in another. If there are too many, the oldest are dropped.
 */
export class PartialCalls {
  readonly #runtime: Runtime;
  readonly #open = new Map<string, OpenPartial>();
  /** Calls that grew too large. Until they begin, their later pieces must not start a new partial call. */
  readonly #tooLarge = new Set<string>();
  #openChars = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /**
   * Resolves to what has been parsed so far once the handler has seen this piece or a later one, or if it will see it with a
   * later one. Undefined for a piece that belongs to no call. Never rejects.
   */
  async push(tools: ToolLookup, piece: PartialPiece, options: ExecuteOptions): Promise<PartialToolUse | undefined> {
    try {
      return await this.#push(tools, piece, options);
    } catch (error) {
      this.#runtime.log.warn('a piece of a call could not be taken', {
        callId: piece.callId,
        error: errorMessage(error),
      });
      return undefined;
    }
  }

  async #push(tools: ToolLookup, piece: PartialPiece, options: ExecuteOptions): Promise<PartialToolUse | undefined> {
    const entry = tools.find(piece.name);
    if (entry === undefined || this.#runtime.closed) return undefined;
    // The error is reported when the call is made.
    if (principalProblem(options.principal) !== undefined) return undefined;
    const key = keyOf(piece.callId, ownerOfOptions(options));
    const partial = this.#open.get(key) ?? this.#begin(key, entry, piece, options);
    if (partial !== undefined) partial.call.tools = tools;
    if (partial === undefined || partial.hasLastPiece) return undefined;
    partial.hasLastPiece = piece.complete === true;
    partial.text += piece.delta;
    this.#openChars += piece.delta.length;
    if (partial.text.length > this.#runtime.argumentLimits.maxChars) {
      this.#rejectTooLarge(key);
      return undefined;
    }
    if (this.#openChars > MAX_OPEN_CHARS) this.#dropOldest();
    await partial.json.push(piece.delta);
    if (partial.ended) return undefined;
    partial.complete ||= piece.complete === true;
    partial.hasNews = true;
    partial.copyBudget += piece.delta.length * COPIES_PER_CHAR;
    partial.delivering ??= this.#deliver(partial, entry).finally(() => {
      partial.delivering = undefined;
    });
    await partial.delivering;
    return partial.shown;
  }

  /** The call itself begins, so later pieces of it are ignored. */
  callBegins(options: ExecuteOptions): void {
    const { callId } = options;
    if (callId === undefined || (this.#open.size === 0 && this.#tooLarge.size === 0)) return;
    const key = keyOf(callId, ownerOfOptions(options));
    this.#end(key, false);
    this.#tooLarge.delete(key);
  }

  /** The call will not be made. The handler is told through its signal. */
  drop(callId: string, owner: Owner): void {
    this.#end(keyOf(callId, owner), true);
  }

  #begin(key: string, entry: ToolEntry, piece: PartialPiece, options: ExecuteOptions): OpenPartial | undefined {
    // Arguments begin with a brace. A late or repeated piece of another call usually does not.
    if (!piece.delta.trimStart().startsWith('{') || this.#tooLarge.has(key)) return undefined;
    const principal = options.principal ?? options.parent?.principal;
    if (this.#runtime.middlewares.some((each) => each.mayCall?.(entry.identity, principal) === false)) return undefined;
    if (this.#open.size >= MAX_OPEN) this.#dropOldest();
    const call = new Call(this.#runtime, piece.name, { ...options, callId: piece.callId }, undefined);
    call.entry = entry;
    const partial: OpenPartial = {
      call,
      text: '',
      json: new PartialJson(),
      copyBudget: FREE_COPIES,
      hasNews: false,
      hasLastPiece: false,
      complete: false,
      delivering: undefined,
      shown: undefined,
      ended: false,
    };
    call.stopWaiting = () => this.#end(key, false);
    this.#open.set(key, partial);
    return partial;
  }

  /**
   * Shows the handler the newest state, one at a time, so that a slow handler skips outdated states. Each time copies
   * everything parsed so far, so long arguments are shown less often: the total work is linear in the length of the text.
   *
   *     small arguments:   shown with every piece
   *     100,000 elements:  shown again once enough new text has arrived to pay for the copy
   */
  async #deliver(partial: OpenPartial, entry: ToolEntry): Promise<void> {
    const { handler } = entry;
    // Counts as a call in flight, so that the handler is not shut down meanwhile.
    entry.inFlight++;
    while (partial.hasNews && !partial.ended) {
      if (!partial.complete && partial.copyBudget < partial.json.snapshotCost) break;
      partial.hasNews = false;
      const { call, text, complete } = partial;
      const params = partial.json.snapshot();
      partial.copyBudget -= partial.json.snapshotCost;
      if (!isRecord(params)) break;
      partial.shown = { callId: call.callId, name: handler.name, params, text, complete };
      try {
        await handler.handlePartial?.(partial.shown, call.context);
      } catch (error) {
        this.#runtime.log.warn('handlePartial failed', { tool: handler.name, error: errorMessage(error) });
      }
    }
    entry.callEnded();
  }

  #rejectTooLarge(key: string): void {
    this.#end(key, true);
    if (this.#tooLarge.size >= MAX_OPEN) this.#tooLarge.clear();
    this.#tooLarge.add(key);
  }

  #dropOldest(): void {
    for (const oldest of this.#open.keys()) return this.#end(oldest, true);
  }

  #end(key: string, dropped: boolean): void {
    const partial = this.#open.get(key);
    if (partial === undefined) return;
    this.#open.delete(key);
    this.#openChars -= partial.text.length;
    partial.ended = true;
    partial.json.close();
    partial.call.stopWaiting = undefined;
    if (dropped)
      partial.call.abort(coreErrors.CANCELLED({ message: 'The call was dropped before its arguments were complete.' }));
    partial.call.end();
  }
}

/** A `callId` is only unique within a task of a principal. */
function keyOf(callId: string, owner: Owner): string {
  return `${callId.length} ${callId} ${ownerKey(owner)}`;
}

const MAX_OPEN = 1024;
/** How many values may be copied for a call at first: enough to show arguments of usual size with every piece. */
const FREE_COPIES = 100_000;
/** How many more values may be copied for each character that arrives. */
const COPIES_PER_CHAR = 8;
const MAX_OPEN_CHARS = 64 * 1024 * 1024;

interface OpenPartial {
  readonly call: Call;
  readonly json: PartialJson;
  text: string;
  /** How many values may still be copied for the handler. */
  copyBudget: number;
  /** Something has arrived that the handler has not seen. */
  hasNews: boolean;
  /** The last piece has arrived; later pieces do not belong to the call. */
  hasLastPiece: boolean;
  complete: boolean;
  delivering: Promise<void> | undefined;
  /** What the handler has seen last. */
  shown: PartialToolUse | undefined;
  ended: boolean;
}
