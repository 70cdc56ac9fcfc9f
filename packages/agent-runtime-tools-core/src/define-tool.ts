import type { Static, TSchema } from './type.ts';
import type { ToolCapabilities } from './contracts/tool-capabilities.ts';
import type { Tool, ToolHandler } from './contracts/tool-handler.ts';

/**
 * A tool as written: what is left out has a default. The schema is inferred from `parameters` alone: without
 * NoInfer the compiler tries every other member too, at a million instantiations per tool.
 */
export type ToolDraft<N extends string, S extends TSchema, R> = Omit<
  ToolHandler<NoInfer<Static<S>>, R>,
  'name' | 'description' | 'version' | 'parameters' | 'output' | 'capabilities'
> & {
  readonly name: N;
  readonly parameters: S;
  /** Default: the name in words. */
  readonly description?: string;
  /** Default '1.0.0'. */
  readonly version?: string;
  /** What is not named is false. */
  readonly capabilities?: Partial<ToolCapabilities>;
};

/** Makes a tool; parameters and value are inferred from its schemas, or the value from `execute`. */
export function defineTool<const N extends string, S extends TSchema, O extends TSchema>(
  draft: ToolDraft<N, S, NoInfer<Static<O>>> & { readonly output: O },
): Tool<N, Static<S>, Static<O>>;
export function defineTool<const N extends string, S extends TSchema, R>(
  draft: ToolDraft<N, S, R> & { readonly output?: undefined },
): Tool<N, Static<S>, R>;
export function defineTool(draft: ToolDraft<string, TSchema, unknown>): Tool {
  return {
    ...draft,
    description: draft.description ?? draft.name.replaceAll('_', ' '),
    version: draft.version ?? '1.0.0',
    capabilities: { ...NO_CAPABILITIES, ...draft.capabilities },
  };
}

export const NO_CAPABILITIES: ToolCapabilities = Object.freeze({
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
});
