import type { ActivitySource } from './activity/activity-stream.ts';
import type { BatchPlace } from './batch/batch.ts';
import { executeBatch, type ToolCall } from './batch/execute-batch.ts';
import type { ContentPart } from './contracts/content-part.ts';
import type { DryRun } from './contracts/dry-run.ts';
import type { ToolHandler } from './contracts/tool-handler.ts';
import { isToolSelector, toolSelectors, type ToolIdentity, type ToolSelector } from './contracts/tool-identity.ts';
import type { ToolResult } from './contracts/tool-result.ts';
import type { ValidationResult } from './contracts/validation-result.ts';
import type { ExecuteOptions } from './execute-options.ts';
import { modelOutput } from './output/model-output.ts';
import { previewResult } from './output/preview.ts';
import { PartialCalls, type PartialPiece } from './partial/partial-calls.ts';
import { cancelCalls } from './pipeline/call/cancel-calls.ts';
import { runDryRun } from './pipeline/execute/dry-run.ts';
import { runCall } from './pipeline/pipeline.ts';
import { checkArguments } from './pipeline/accept/check-arguments.ts';
import type { Runtime } from './runtime/runtime.ts';
import type { ToolEntry, ToolLookup } from './registry/tool-registry.ts';
import { inputSchemaOf, type InputSchema } from './schema/input-schema.ts';
import { ownerOfScope, type CancelOptions, type TaskScope } from './task-scope.ts';
import type { ParamsOf, ToolMap, ValueOf, WithOnly } from './tool-map.ts';
import { toToolMessages, type ToolMessageOf } from './wire/tool-messages.ts';
import { toToolDefinitions, type ToolDefinitionFormat, type ToolDefinitionOf } from './wire/tool-definitions.ts';

/** Which tools a view has: by name, by selector (`pack:files`), or by asking about each. */
export type ToolFilter<N extends string = string> =
  | N
  | ToolSelector
  | readonly (N | ToolSelector)[]
  | ((tool: ToolIdentity) => boolean);

/**
 * What a function takes that works with any tools: a coordinator, a view, or a stand-in for them in a test. Tools are
 * called by names known at run time, so parameters and values are `unknown`.
 */
export type AnyTools = Omit<ToolView, 'view'>;

/** Everything one can do with a set of tools, short of changing the set. */
export class ToolView<out M extends ToolMap = ToolMap> {
  readonly #runtime: Runtime;
  readonly #lookup: ToolLookup;
  readonly #partials: PartialCalls;
  readonly #definitions = new Map<string, { tools: readonly ToolHandler[]; definitions: unknown[] }>();

  /** @internal */
  constructor(runtime: Runtime, lookup: ToolLookup, partials = new PartialCalls(runtime)) {
    this.#runtime = runtime;
    this.#lookup = lookup;
    this.#partials = partials;
  }

  /** Everything that happens to calls, as events. */
  get activity(): ActivitySource {
    return this.#runtime.activity;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The handler of a name or alias. */
  get(name: string): ToolHandler | undefined {
    return this.#lookup.find(name)?.handler;
  }

  getAll(): ToolHandler[] {
    return this.#lookup.entries().map((entry) => entry.handler);
  }

  getNames(): string[] {
    return this.#lookup.names();
  }

  /** What a model provider is told about the tools, by default as plain JSON Schema. Aliases are not listed. */
  getToolDefinitions<F extends ToolDefinitionFormat = 'json-schema'>(
    options: { readonly format?: F; readonly strict?: boolean } = {},
  ): ToolDefinitionOf<F>[] {
    const { format = 'json-schema', strict = false } = options;
    const tools = this.getAll();
    const key = `${format} ${strict}`;
    const cached = this.#definitions.get(key);
    if (cached === undefined || !sameTools(cached.tools, tools)) {
      this.#definitions.set(key, { tools, definitions: toToolDefinitions(tools, { format, strict }) });
    }
    return [...((this.#definitions.get(key)?.definitions ?? []) as ToolDefinitionOf<F>[])];
  }

  /** A tool's input as a Standard Schema, enforced as `execute` would. */
  getInputSchema<N extends string>(name: N): InputSchema<ParamsOf<M, N>> | undefined {
    const entry = this.#lookup.find(name);
    return entry === undefined ? undefined : inputSchemaOf(entry, this.#runtime);
  }

  /** Whether `execute` would accept these arguments. */
  validate(name: string, params: unknown): ValidationResult {
    return checkArguments(this.#runtime, this.#lookup, name, params);
  }

  /** Makes a call. Never rejects: failures are results. */
  execute<const N extends string>(
    name: N,
    params: ParamsOf<M, N>,
    options?: ExecuteOptions,
  ): Promise<ToolResult<ValueOf<M, N>>> {
    // Null too: JavaScript hosts say "none" that way.
    return this.#run(name, params, options ?? NO_OPTIONS);
  }

  /** A model's whole batch: side by side what cannot disturb each other, the rest in order; results in call order. */
  executeAll(calls: readonly ToolCall[], options: ExecuteOptions = {}): Promise<ToolResult[]> {
    return executeBatch(this.#runtime, this.#lookup, calls, options, (call, merged, place) =>
      this.#run(call.name, call.params, merged, place),
    );
  }

  /** What a call would change. Has no effect, and asks nobody. */
  dryRun<const N extends string>(
    name: N,
    params: ParamsOf<M, N>,
    options: ExecuteOptions = {},
  ): Promise<ToolResult<DryRun>> {
    return runDryRun(this.#runtime, this.#lookup, name, params, options);
  }

  /** Takes the next piece of a call's argument text, for tools that show what is coming. Never rejects. */
  handlePartial(piece: PartialPiece, options: ExecuteOptions = {}): Promise<void> {
    return this.#partials.take(this.#lookup, piece, options);
  }

  /** The call will not come: what `handlePartial` has begun, with the same scope, ends. */
  dropPartial(callId: string, scope: TaskScope = {}): void {
    this.#partials.drop(callId, ownerOfScope(scope));
  }

  /** What the model should read of a result. */
  toModelOutput(result: ToolResult): ContentPart[] {
    const entry = this.#lookup.find(result.metadata.toolName);
    const maxChars = entry?.limits.maxOutputChars ?? this.#runtime.maxOutputChars;
    return modelOutput(result, entry?.handler, { maxChars, readsArtifacts: this.has('read_artifact') });
  }

  /** Results as a provider takes them back: what `toModelOutput` gives of each, in the provider's form. */
  toToolMessages<F extends ToolDefinitionFormat>(
    results: readonly ToolResult[],
    { format }: { readonly format: F },
  ): ToolMessageOf<F>[] {
    const readable = results.map((result) => ({
      result,
      parts: this.toModelOutput(result),
      hasOutputSchema: this.get(result.metadata.toolName)?.output !== undefined,
    }));
    return toToolMessages(readable, format);
  }

  /** A few lines of a result for a UI. */
  preview(result: ToolResult, maxLines = 3): string[] {
    return previewResult(result, this.get(result.metadata.toolName), maxLines);
  }

  /** A smaller set of the same tools, with the same pipeline: for a sub-agent, or for a mode. */
  view<const N extends string = string>(filter: ToolFilter<N>): ToolView<WithOnly<M, N>> {
    return new ToolView(this.#runtime, new FilteredLookup(this.#lookup, filter), this.#partials);
  }

  /**
   * Stops calls of this id; how many there were. An id that the host gave is looked for in one task of one principal, by
   * default the task 'default' of none: others' calls of the same id go on. A `callKey` is enough by itself.
   */
  cancelCall(id: string, options: string | CancelOptions = {}): number {
    const { reason, ...scope } = asOptions(options);
    return cancelCalls(this.#runtime, { id, owner: ownerOfScope(scope) }, reason);
  }

  /** Stops every call of a principal's task; without a principal, of the task of calls that have none. */
  cancelTask(taskId: string, options: string | Omit<CancelOptions, 'taskId'> = {}): number {
    const { reason, ...scope } = asOptions(options);
    return cancelCalls(this.#runtime, { owner: ownerOfScope({ ...scope, taskId }) }, reason);
  }

  /** Stops every call. */
  cancelAll(reason?: string): number {
    return cancelCalls(this.#runtime, {}, reason);
  }

  /** A model's new answer begins: rejections and repetitions are counted per turn. Returns the turn's id. */
  beginTurn({ turnId, ...scope }: TaskScope & { readonly turnId?: string } = {}): string {
    return this.#runtime.turns.begin(ownerOfScope(scope), turnId);
  }

  endTurn(scope: TaskScope = {}): void {
    this.#runtime.turns.end(ownerOfScope(scope));
  }

  #run(name: string, params: unknown, options: ExecuteOptions, place?: BatchPlace): Promise<ToolResult> {
    this.#partials.complete(options);
    return runCall(this.#runtime, this.#lookup, name, params, options, place);
  }
}

function asOptions(options: string | CancelOptions): CancelOptions {
  return typeof options === 'string' ? { reason: options } : options;
}

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

class FilteredLookup implements ToolLookup {
  readonly #all: ToolLookup;
  readonly #includes: (entry: ToolEntry) => boolean;

  constructor(all: ToolLookup, filter: ToolFilter) {
    this.#all = all;
    if (typeof filter === 'function') this.#includes = (entry) => filter(entry.identity);
    else {
      // Aliases name tools too.
      const names = new Set([filter].flat().map((name) => all.find(name)?.handler.name ?? name));
      const hasSelectors = [...names].some(isToolSelector);
      this.#includes = (entry) =>
        names.has(entry.handler.name) ||
        (hasSelectors && toolSelectors(entry.identity).some((selector) => names.has(selector)));
    }
  }

  find(name: string): ToolEntry | undefined {
    const entry = this.#all.find(name);
    return entry !== undefined && this.#includes(entry) ? entry : undefined;
  }

  names(): string[] {
    return this.entries().map((entry) => entry.handler.name);
  }

  entries(): ToolEntry[] {
    return this.#all.entries().filter(this.#includes);
  }
}

function sameTools(a: readonly ToolHandler[], b: readonly ToolHandler[]): boolean {
  return a.length === b.length && a.every((tool, index) => tool === b[index]);
}
