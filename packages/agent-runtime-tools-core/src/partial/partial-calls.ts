import type { ToolHandler } from '../contracts/tool-handler.ts';
import { coreErrors } from '../errors.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { Call } from '../pipeline/call.ts';
import type { Runtime } from '../pipeline/runtime.ts';
import type { ToolLookup } from '../registry.ts';
import { isSchemaNode } from '../schema/schema-node.ts';
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

/** The calls whose arguments are still arriving, each with what has been parsed so far. Bounded in number and size. */
export class PartialCalls {
  readonly #runtime: Runtime;
  readonly #tools: ToolLookup;
  readonly #open = new Map<string, OpenPartial>();

  constructor(runtime: Runtime, tools: ToolLookup) {
    this.#runtime = runtime;
    this.#tools = tools;
  }

  /** Resolves once the handler has seen this piece or a later one. Never rejects. */
  async take(piece: PartialPiece, options: ExecuteOptions): Promise<void> {
    const handler = this.#tools.find(piece.name)?.handler;
    if (handler?.handlePartial === undefined || this.#runtime.closed) return;
    const partial = this.#open.get(piece.callId) ?? this.#begin(piece, options);
    if (partial === undefined) return;
    partial.text += piece.delta;
    if (partial.text.length > this.#runtime.argumentLimits.maxChars) return this.drop(piece.callId);
    await partial.json.push(piece.delta);
    if (partial.ended) return;
    partial.complete ||= piece.complete === true;
    partial.stale = true;
    partial.delivering ??= this.#deliver(partial, handler).finally(() => {
      partial.delivering = undefined;
    });
    await partial.delivering;
  }

  /** The call itself begins: whatever still comes in pieces is too late. */
  complete(callId: string | undefined): void {
    if (callId !== undefined && this.#open.size > 0) this.#end(callId, false);
  }

  /** The call will not come. The handler hears it through its signal. */
  drop(callId: string): void {
    this.#end(callId, true);
  }

  #begin(piece: PartialPiece, options: ExecuteOptions): OpenPartial | undefined {
    if (this.#open.size >= MAX_OPEN) return undefined;
    const call = new Call(this.#runtime, piece.name, { ...options, callId: piece.callId }, undefined);
    call.entry = this.#tools.find(piece.name);
    const partial: OpenPartial = {
      call,
      text: '',
      json: new PartialJson(),
      stale: false,
      complete: false,
      delivering: undefined,
      ended: false,
    };
    call.stopWaiting = () => this.#end(piece.callId, false);
    this.#open.set(piece.callId, partial);
    return partial;
  }

  /** One at a time and always the newest: a slow handler skips what has been overtaken. */
  async #deliver(partial: OpenPartial, handler: ToolHandler): Promise<void> {
    while (partial.stale && !partial.ended) {
      partial.stale = false;
      const { call, text, complete } = partial;
      const params = partial.json.snapshot();
      if (!isSchemaNode(params)) return;
      try {
        await handler.handlePartial?.(
          { callId: call.callId, name: handler.name, params, text, complete },
          call.context,
        );
      } catch (error) {
        this.#runtime.logger.warn('handlePartial failed', { tool: handler.name, error: String(error) });
      }
    }
  }

  #end(callId: string, dropped: boolean): void {
    const partial = this.#open.get(callId);
    if (partial === undefined) return;
    this.#open.delete(callId);
    partial.ended = true;
    partial.json.close();
    partial.call.stopWaiting = undefined;
    if (dropped)
      partial.call.abort(coreErrors.CANCELLED({ message: 'The call was dropped before its arguments were complete.' }));
    partial.call.end();
  }
}

const MAX_OPEN = 1024;

interface OpenPartial {
  readonly call: Call;
  readonly json: PartialJson;
  text: string;
  /** There is something the handler has not seen. */
  stale: boolean;
  complete: boolean;
  delivering: Promise<void> | undefined;
  ended: boolean;
}
