import { ownerKey, type Owner } from '../contracts/owner.ts';
import { coreErrors } from '../errors.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { Call } from '../pipeline/call/call.ts';
import { principalProblem } from '../pipeline/accept/check-options.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ToolEntry, ToolLookup } from '../registry/tool-registry.ts';
import { isSchemaNode } from '../schema/schema-node.ts';
import { ownerOfOptions } from '../task-scope.ts';
import { errorMessage } from '../text/error-message.ts';
import { PartialJson } from './partial-json.ts';

/** The next piece of a call's argument text. */
export interface PartialPiece {
  readonly callId: string;
  readonly name: string;
  /** What has arrived since the last piece. */
  readonly delta: string;
  /** True with the last piece. */
  readonly complete?: boolean;
}

/**
 * The calls whose arguments are still arriving, each with what has been parsed so far. A coordinator and its views share
 * them: a call that streams through one may begin in another. Bounded in number and size: where too many are left open,
 * the oldest are dropped.
 */
export class PartialCalls {
  readonly #runtime: Runtime;
  readonly #open = new Map<string, OpenPartial>();
  /** Calls that grew too large, until they begin: none of their later pieces is a first one. */
  readonly #tooLarge = new Set<string>();
  #openChars = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Resolves once the handler has seen this piece or a later one, or will see it with a later one. Never rejects. */
  async take(tools: ToolLookup, piece: PartialPiece, options: ExecuteOptions): Promise<void> {
    try {
      await this.#take(tools, piece, options);
    } catch (error) {
      this.#runtime.log.warn('a piece of a call could not be taken', {
        callId: piece.callId,
        error: errorMessage(error),
      });
    }
  }

  async #take(tools: ToolLookup, piece: PartialPiece, options: ExecuteOptions): Promise<void> {
    const entry = tools.find(piece.name);
    if (entry?.handler.handlePartial === undefined || this.#runtime.closed) return;
    // The call itself will say what is wrong.
    if (principalProblem(options.principal) !== undefined) return;
    const key = keyOf(piece.callId, ownerOfOptions(options));
    const partial = this.#open.get(key) ?? this.#begin(key, entry, piece, options);
    if (partial === undefined || partial.isLast) return;
    partial.isLast = piece.complete === true;
    partial.text += piece.delta;
    this.#openChars += piece.delta.length;
    if (partial.text.length > this.#runtime.argumentLimits.maxChars) return this.#refuse(key);
    if (this.#openChars > MAX_OPEN_CHARS) this.#dropOldest();
    await partial.json.push(piece.delta);
    if (partial.ended) return;
    partial.complete ||= piece.complete === true;
    partial.stale = true;
    partial.budget += piece.delta.length * COPIES_PER_CHAR;
    partial.delivering ??= this.#deliver(partial, entry).finally(() => {
      partial.delivering = undefined;
    });
    await partial.delivering;
  }

  /** The call itself begins: whatever still comes in pieces is too late. */
  complete(options: ExecuteOptions): void {
    const { callId } = options;
    if (callId === undefined || (this.#open.size === 0 && this.#tooLarge.size === 0)) return;
    const key = keyOf(callId, ownerOfOptions(options));
    this.#end(key, false);
    this.#tooLarge.delete(key);
  }

  /** The call will not come. The handler hears it through its signal. */
  drop(callId: string, owner: Owner): void {
    this.#end(keyOf(callId, owner), true);
  }

  #begin(key: string, entry: ToolEntry, piece: PartialPiece, options: ExecuteOptions): OpenPartial | undefined {
    // Arguments begin with a brace; a piece that came late or twice does not, as a rule.
    if (!piece.delta.trimStart().startsWith('{') || this.#tooLarge.has(key)) return undefined;
    if (this.#open.size >= MAX_OPEN) this.#dropOldest();
    const call = new Call(this.#runtime, piece.name, { ...options, callId: piece.callId }, undefined);
    call.entry = entry;
    const partial: OpenPartial = {
      call,
      text: '',
      json: new PartialJson(),
      budget: FREE_COPIES,
      stale: false,
      isLast: false,
      complete: false,
      delivering: undefined,
      ended: false,
    };
    call.stopWaiting = () => this.#end(key, false);
    this.#open.set(key, partial);
    return partial;
  }

  /**
   * One at a time and always the newest: a slow handler skips what has been overtaken. Each time costs a copy of all
   * that has come, so where that is much, the handler is told less often: in all, the work grows with the text.
   */
  async #deliver(partial: OpenPartial, entry: ToolEntry): Promise<void> {
    const { handler } = entry;
    // The handler is not shut down while it is at this.
    entry.inFlight++;
    while (partial.stale && !partial.ended) {
      if (!partial.complete && partial.budget < partial.json.snapshotCost) break;
      partial.stale = false;
      const { call, text, complete } = partial;
      const params = partial.json.snapshot();
      partial.budget -= partial.json.snapshotCost;
      if (!isSchemaNode(params)) break;
      try {
        await handler.handlePartial?.(
          { callId: call.callId, name: handler.name, params, text, complete },
          call.context,
        );
      } catch (error) {
        this.#runtime.log.warn('handlePartial failed', { tool: handler.name, error: errorMessage(error) });
      }
    }
    entry.leave();
  }

  #refuse(key: string): void {
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

/** Ids of calls are the host's: the same one in another task, or of another principal, is another call. */
function keyOf(callId: string, owner: Owner): string {
  return `${callId.length} ${callId} ${ownerKey(owner)}`;
}

const MAX_OPEN = 1024;
/** What arguments of the usual size take to be shown with every piece, and how many values each further character pays for. */
const FREE_COPIES = 100_000;
const COPIES_PER_CHAR = 8;
const MAX_OPEN_CHARS = 64 * 1024 * 1024;

interface OpenPartial {
  readonly call: Call;
  readonly json: PartialJson;
  text: string;
  /** How many values may still be copied for the handler. */
  budget: number;
  /** There is something the handler has not seen. */
  stale: boolean;
  /** The last piece has come; what comes after it does not belong to the call. */
  isLast: boolean;
  complete: boolean;
  delivering: Promise<void> | undefined;
  ended: boolean;
}
