import type { Static, TSchema } from '../type.ts';
import type { ToolCapabilities } from '../contracts/tool-capabilities.ts';
import type { ContextWith, ToolServices } from '../contracts/tool-context.ts';
import type { Tool, ToolHandler } from '../contracts/tool-handler.ts';
import { withJsonSchemas } from './standard-schema-tool.ts';
import {
  isStandardSchema,
  type StandardSchemaLike,
  type SchemaInput,
  type SchemaOutput,
} from '../schema/standard-schema-like.ts';

/**
 * The argument of `defineTool`: members left out have defaults. The schema is inferred from `parameters` alone: without
 * NoInfer, the compiler tries every other member too, which takes a million type instantiations per tool.
 */
export type ToolDraft<N extends string, S extends TSchema, R, K extends keyof ToolServices = never> = Draft<
  N,
  S,
  NoInfer<Static<S>>,
  R,
  K
>;

type Draft<N extends string, S, P, R, K extends keyof ToolServices> = Omit<
  ToolHandler<P, R, ContextWith<NoInfer<K>>>,
  'name' | 'description' | 'version' | 'parameters' | 'output' | 'capabilities' | 'services'
> & {
  readonly name: N;
  /** Made with `Type.*`, or a Standard Schema that can say its JSON Schema (Zod, ArkType, Valibot). */
  readonly parameters: S;
  /** Default: the name, with spaces for underscores. */
  readonly description?: string;
  /** Default '1.0.0'. */
  readonly version?: string;
  /** Capabilities left out are false. */
  readonly capabilities?: Partial<ToolCapabilities>;
  /** The services that the tool needs. The type of `context.services` guarantees them. */
  readonly services?: readonly K[];
};

/** Makes a tool. The types of parameters and value are inferred from its schemas, or the value's from `execute`. */
export function defineTool<
  const N extends string,
  S extends StandardSchemaLike,
  O extends TSchema,
  const K extends keyof ToolServices = never,
>(
  draft: Draft<N, S, NoInfer<SchemaOutput<S>>, NoInfer<SchemaOutput<O>>, K> & { readonly output: O },
): Tool<N, SchemaOutput<S>, SchemaOutput<O>, SchemaInput<S>>;
export function defineTool<
  const N extends string,
  S extends StandardSchemaLike,
  R,
  const K extends keyof ToolServices = never,
>(
  draft: Draft<N, S, NoInfer<SchemaOutput<S>>, R, K> & { readonly output?: undefined },
): Tool<N, SchemaOutput<S>, R, SchemaInput<S>>;
export function defineTool<
  const N extends string,
  S extends TSchema,
  O extends TSchema,
  const K extends keyof ToolServices = never,
>(draft: ToolDraft<N, S, NoInfer<SchemaOutput<O>>, K> & { readonly output: O }): Tool<N, Static<S>, SchemaOutput<O>>;
export function defineTool<const N extends string, S extends TSchema, R, const K extends keyof ToolServices = never>(
  draft: ToolDraft<N, S, R, K> & { readonly output?: undefined },
): Tool<N, Static<S>, R>;
export function defineTool(
  draft: ToolDraft<string, TSchema, unknown, keyof ToolServices> & { readonly output?: TSchema | undefined },
): Tool {
  const tool = {
    ...draft,
    description: draft.description ?? draft.name.replaceAll('_', ' '),
    version: draft.version ?? '1.0.0',
    capabilities: { ...NO_CAPABILITIES, ...draft.capabilities },
  };
  const { output, ...withoutOutput } = tool;
  if (isStandardSchema(tool.parameters) || isStandardSchema(output)) return withJsonSchemas(tool);
  return output === undefined ? withoutOutput : { ...withoutOutput, output };
}

/** Of a tool that only computes. */
export const NO_CAPABILITIES: ToolCapabilities = Object.freeze({
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
});
