import { Type, toToolDefinitions } from '@ku0/agent-runtime-tools-core';
import type {
  McpToolDefinition,
  OpenAiToolDefinition,
  ToolDefinitionFormat,
  ToolDefinitionOf,
  ToolHandler,
} from '@ku0/agent-runtime-tools-core';
import { specCapabilities } from '../spec/spec-capabilities.ts';
import type { ToolSpec } from '../spec/tool-spec.ts';
import type { SpecTable } from './spec-table.ts';

/** A spec without how it is run: what a planner may know. */
export type PlannerSpec = Omit<ToolSpec, 'implementationConfig' | 'environments' | 'limits'>;

/** Selects specs. All conditions must hold. */
export interface SpecFilter {
  readonly toolType?: string;
  readonly category?: string;
  readonly tag?: string;
}

/** What a planner sees of a registry: descriptions and schemas, never how a tool is run. */
export class PlannerView {
  readonly #table: SpecTable;
  /** Definitions by format and spec. Specs are frozen, so a definition stays valid as long as its spec. */
  readonly #definitions = new Map<string, WeakMap<ToolSpec, unknown>>();

  constructor(table: SpecTable) {
    this.#table = table;
  }

  listSpecs(filter: SpecFilter = {}): PlannerSpec[] {
    return this.#select(filter).map(({ implementationConfig: _, environments: __, limits: ___, ...spec }) => spec);
  }

  toOpenAITools(filter: SpecFilter & { readonly strict?: boolean } = {}): OpenAiToolDefinition[] {
    return this.toDefinitions('openai', filter);
  }

  toMcpTools(filter: SpecFilter = {}): McpToolDefinition[] {
    return this.toDefinitions('mcp', filter);
  }

  /** Definitions in any format that the coordinator knows. */
  toDefinitions<F extends ToolDefinitionFormat>(
    format: F,
    { strict = false, ...filter }: SpecFilter & { readonly strict?: boolean } = {},
  ): ToolDefinitionOf<F>[] {
    const known = this.#definitionsOf<F>(format, strict);
    const selected = this.#select(filter);
    const missing = selected.filter((spec) => !known.has(spec));
    const written = toToolDefinitions(missing.map(describedTool), { format, strict });
    for (const [at, definition] of written.entries()) {
      const spec = missing[at];
      if (spec !== undefined) known.set(spec, definition);
    }
    return selected.flatMap((spec) => known.get(spec) ?? []);
  }

  #select({ toolType, category, tag }: SpecFilter): ToolSpec[] {
    const selected: ToolSpec[] = [];
    for (const spec of this.#table.specs()) {
      const { metadata } = spec;
      const fits =
        (toolType === undefined || spec.toolType === toolType) &&
        (category === undefined || metadata.category === category) &&
        (tag === undefined || metadata.tags.includes(tag));
      if (fits) selected.push(spec);
    }
    return selected;
  }

  #definitionsOf<F extends ToolDefinitionFormat>(format: F, strict: boolean): WeakMap<ToolSpec, ToolDefinitionOf<F>> {
    const key = strict ? `${format} strict` : format;
    const known = this.#definitions.get(key) ?? new WeakMap<ToolSpec, unknown>();
    this.#definitions.set(key, known);
    // The key names the format, so the map holds definitions of this format only.
    return known as WeakMap<ToolSpec, ToolDefinitionOf<F>>;
  }
}

/** A handler with everything that definitions are made of. */
function describedTool(spec: ToolSpec): ToolHandler {
  const { name, description, inputSchema, outputSchema, metadata, implementationConfig } = spec;
  return {
    name,
    description,
    version: metadata.version,
    ...(metadata.title !== undefined && { title: metadata.title }),
    parameters: Type.Unsafe({ ...inputSchema }),
    ...(outputSchema !== undefined && { output: Type.Unsafe({ ...outputSchema }) }),
    capabilities: specCapabilities(spec, implementationConfig),
    execute: () => Promise.reject(new TypeError('This tool is only described here.')),
  };
}
