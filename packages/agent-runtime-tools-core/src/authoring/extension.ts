import type { ToolContext } from '../contracts/tool-context.ts';
import type { ToolMiddleware, ToolPhase } from '../contracts/tool-middleware.ts';
import type { ToolResult } from '../contracts/tool-result.ts';

export interface ExtensionOptions {
  readonly name?: string;
  /** A higher priority runs further out. Default 0. */
  readonly priority?: number;
  /** Default 'around'. */
  readonly phase?: ToolPhase;
  /** Runs before the call. Returns other parameters, a result that ends the call, or nothing. */
  before?(params: unknown, context: ToolContext): BeforeOutcome | Promise<BeforeOutcome>;
  /** Runs after the call. Returns another result, or nothing to keep the result. */
  after?(
    result: ToolResult,
    context: ToolContext,
    params: unknown,
  ): ToolResult | undefined | void | Promise<ToolResult | undefined | void>;
}

export type BeforeOutcome = void | undefined | { readonly params: unknown } | { readonly result: ToolResult };

/** Makes a middleware from two functions. */
export function extension(options: ExtensionOptions): ToolMiddleware {
  return {
    name: options.name ?? 'extension',
    ...(options.phase !== undefined && { phase: options.phase }),
    ...(options.priority !== undefined && { priority: options.priority }),
    async execute(params, context, next) {
      const outcome = await options.before?.(params, context);
      if (outcome !== undefined && 'result' in outcome) return outcome.result;
      const nextParams = outcome !== undefined && 'params' in outcome ? outcome.params : params;
      const result = await next(nextParams);
      return (await options.after?.(result, context, nextParams)) ?? result;
    },
  };
}
