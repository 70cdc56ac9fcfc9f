import type { ActivitySource } from './activity/activity-stream.ts';
import type { BatchMember } from './batch/batch.ts';
import { executeBatch, type ToolCall } from './batch/execute-batch.ts';
import { ownerOf } from './contracts/owner.ts';
import type { Principal, ToolMode } from './contracts/tool-context.ts';
import type { ContentPart, ToolHandler, ValidationResult } from './contracts/tool-handler.ts';
import type { DryRun } from './contracts/dry-run.ts';
import { isToolSelector, toolSelectors, type ToolIdentity, type ToolSelector } from './contracts/tool-identity.ts';
import type { ToolResult } from './contracts/tool-result.ts';
import type { ExecuteOptions } from './execute-options.ts';
import { modelOutput } from './output/model-output.ts';
import type { PartialToolUse } from './contracts/partial-tool-use.ts';
import { previewResult } from './output/preview.ts';
import { PartialCalls, type PartialPiece } from './partial/partial-calls.ts';
import { cancelCalls } from './pipeline/call/cancel-calls.ts';
import { runDryRun } from './pipeline/execute/dry-run.ts';
import { runCall } from './pipeline/pipeline.ts';
import { checkArguments } from './pipeline/accept/check-arguments.ts';
import type { Runtime } from './runtime/runtime.ts';
import type { ToolEntry } from './registry/tool-entry.ts';
import type { ToolLookup } from './registry/tool-registry.ts';
import { inputSchemaOf, type InputSchema } from './schema/input-schema.ts';
import { ownerOfScope, type CancelOptions, type TaskScope } from './task-scope.ts';
import type { ParamsOf, ToolMap, ValueOf, WithOnly } from './tool-map.ts';
import { toToolMessages, type ToolMessageOf } from './wire/tool-messages.ts';
import { toToolDefinitions, type ToolDefinitionFormat, type ToolDefinitionOf } from './wire/tool-definitions.ts';

/** Which tools a view has: by name, by selector (`pack:files`), or by a function of each tool. */
export type ToolFilter<N extends string = string> =
  | N
  | ToolSelector
  | readonly (N | ToolSelector)[]
  | ((tool: ToolIdentity) => boolean);

/**
 * The parameter type for functions that work with any tools: a coordinator, a view, or a fake in a test. Tools are called
 * by names known only at run time, so parameters and values are `unknown`.
 */
export type AnyTools = Omit<ToolView, 'view'>;

/** Everything that can be done with a set of tools except changing the set. */
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
    runtime.viewOf ??= (tools) => new ToolView(runtime, tools, partials);
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

  /** The tools as a model provider expects them, by default as plain JSON Schema. Aliases are not listed. */
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

  /** A tool's input as a Standard Schema that validates as `execute` does. */
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
    // JavaScript hosts may pass null.
    return this.#run(name, params, options ?? NO_OPTIONS);
  }

  /** Runs a model's whole batch: calls without conflicts in parallel, others in order. Results are in call order. */
  executeAll(calls: readonly ToolCall[], options: ExecuteOptions = {}): Promise<ToolResult[]> {
    return executeBatch(this.#runtime, this.#lookup, calls, options, (call, callOptions, member) =>
      this.#run(call.name, call.params, callOptions, member),
    );
  }

  /** Returns what a call would change. Has no effect and asks for no approval. */
  dryRun<const N extends string>(
    name: N,
    params: ParamsOf<M, N>,
    options: ExecuteOptions = {},
  ): Promise<ToolResult<DryRun>> {
    return runDryRun(this.#runtime, this.#lookup, name, params, options);
  }

  /**
   * Passes the next piece of a call's argument text to the tool's `handlePartial`. Resolves to the arguments parsed so far,
   * to be shown; for long arguments, not with every piece. Never rejects.
   */
  handlePartial(piece: PartialPiece, options: ExecuteOptions = {}): Promise<PartialToolUse | undefined> {
    return this.#partials.push(this.#lookup, piece, options);
  }

  /** Tells that a call whose arguments were streaming will not be made. Takes the same scope as `handlePartial`. */
  dropPartial(callId: string, scope: TaskScope = {}): void {
    this.#partials.drop(callId, ownerOfScope(scope));
  }

  /** The parts of a result that a model reads. */
  toModelOutput(result: ToolResult): ContentPart[] {
    const entry = this.#lookup.find(result.metadata.toolName);
    const maxChars = entry?.limits.maxOutputChars ?? this.#runtime.maxOutputChars;
    return modelOutput(result, entry?.handler, { maxChars, readsArtifacts: this.has('read_artifact') });
  }

  /** Results in a provider's message format, with the content of `toModelOutput`. */
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

  /** A subset of the tools with the same pipeline, for example for a sub-agent or a mode. */
  view<const N extends string = string>(filter: ToolFilter<N>): ToolView<WithOnly<M, N>> {
    return new ToolView(this.#runtime, new FilteredLookup(this.#lookup, filter), this.#partials);
  }

  /**
   * Stops the calls with this id and returns how many there were. A `callId` is only looked for in the given task and
   * principal (default: the task 'default' without a principal). A `callKey` is unique and needs no scope.
   */
  cancelCall(id: string, options: string | CancelOptions = {}): number {
    const { reason, ...scope } = asOptions(options);
    return cancelCalls(this.#runtime, { id, owner: ownerOfScope(scope) }, reason);
  }

  /** Stops every call of a task and returns how many there were. The task is that of the given principal, or of none. */
  cancelTask(taskId: string, options: string | Omit<CancelOptions, 'taskId'> = {}): number {
    const { reason, ...scope } = asOptions(options);
    return cancelCalls(this.#runtime, { owner: ownerOfScope({ ...scope, taskId }) }, reason);
  }

  /** Stops every call of every principal and returns how many there were. */
  cancelAll(reason?: string): number {
    return cancelCalls(this.#runtime, {}, reason);
  }

  /** Begins a turn, which is one answer of a model: rejections and repetitions count per turn. Returns its id. */
  beginTurn({ turnId, ...scope }: TaskScope & { readonly turnId?: string } = {}): string {
    return this.#runtime.turns.begin(ownerOfScope(scope), turnId);
  }

  endTurn(scope: TaskScope = {}): void {
    this.#runtime.turns.end(ownerOfScope(scope));
  }

  /**
   * Sets the mode of a task and of the tasks started from it, from the next call on; `undefined` removes the setting. A
   * mode given with a call takes precedence. A call whose handler has not started when the task enters plan mode is
   * refused too.
   */
  setMode(taskId: string, mode: ToolMode | undefined, { principal }: { readonly principal?: Principal } = {}): void {
    const { modes, activity, clock } = this.#runtime;
    const previous = modes.set(taskId, mode, principal);
    const current = modes.of({ taskId, principal, parentTasks: [] }, undefined);
    if (current === previous) return;
    activity.publish('mode_changed', { ...NO_CALL, taskId, principal }, { mode: current, previous }, clock.now());
  }

  /**
   * Ends a principal's task: its calls are stopped, and services and middlewares release what they keep for it, such as
   * background commands. Never rejects.
   */
  async endTask(taskId: string, { principal }: Pick<TaskScope, 'principal'> = {}): Promise<void> {
    const owner = ownerOf({ taskId, principal });
    const { turns, modes, releaseTask } = this.#runtime;
    cancelCalls(this.#runtime, { owner }, 'its task has ended');
    turns.endTask(owner);
    modes.endTask(owner);
    await releaseTask?.(owner);
  }

  #run(name: string, params: unknown, options: ExecuteOptions, batchMember?: BatchMember): Promise<ToolResult> {
    this.#partials.callBegins(options);
    return runCall(this.#runtime, this.#lookup, name, params, options, batchMember);
  }
}

function asOptions(options: string | CancelOptions): CancelOptions {
  return typeof options === 'string' ? { reason: options } : options;
}

/** The origin of events that belong to no call. */
export const NO_CALL = Object.freeze({ callId: '', callKey: '', taskId: '' });

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

class FilteredLookup implements ToolLookup {
  readonly #all: ToolLookup;
  readonly #includes: (entry: ToolEntry) => boolean;

  constructor(all: ToolLookup, filter: ToolFilter) {
    this.#all = all;
    if (typeof filter === 'function') this.#includes = (entry) => filter(entry.identity);
    else {
      // A filter may name a tool by its alias.
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
