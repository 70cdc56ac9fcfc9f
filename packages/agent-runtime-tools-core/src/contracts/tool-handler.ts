import type { RetryOptions } from '../runtime/retry-policy.ts';
import type { TSchema } from '../type.ts';
import type { ContentPart } from './content-part.ts';
import type { DryRun } from './dry-run.ts';
import type { PartialToolUse } from './partial-tool-use.ts';
import type { ResourceUse } from './resource-use.ts';
import type { ToolCapabilities } from './tool-capabilities.ts';
import type { ToolContext, ToolServices } from './tool-context.ts';
import type { CoordinatorRef } from './tool-middleware.ts';
import type { ToolResult } from './tool-result.ts';
import type { ValidationResult } from './validation-result.ts';

export interface ToolHandler<P = unknown, R = unknown, C extends ToolContext = ToolContext> {
  /** `^[a-zA-Z0-9_-]{1,64}$`: what every model provider accepts. */
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** Semver, of this tool. */
  readonly version: string;
  /** JSON Schema of an object, made with `Type.*`. */
  readonly parameters: TSchema;
  /** JSON Schema of the value; checked too. */
  readonly output?: TSchema;
  readonly capabilities: ToolCapabilities;
  /** The name in words, for people. */
  readonly title?: string;
  /** Words that policies and views select tools by: `tag:network`. */
  readonly tags?: readonly string[];
  /** One word for where it belongs, such as `search`: `category:search`. */
  readonly category?: string;
  /** Free data about the tool, which middlewares find in `context.tool.annotations`. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /**
   * True when every call needs approval, or a function that says whether these parameters do. Such a call runs only
   * if a middleware of the phase `approve` grants it; without one it is denied.
   */
  readonly requiresApproval?: boolean | ApprovalPredicate<P, C>;
  /** The services it cannot do without, by name: registering it without them throws. */
  readonly services?: readonly string[];
  /** Other names under which models send a parameter: `{ file_path: 'path' }`. */
  readonly parameterAliases?: Readonly<Record<string, string>>;
  /** Time, output, retries and calls at once, where they are to differ from the pack's and the coordinator's. */
  readonly limits?: ToolLimits;
  execute(params: P, context: C): Promise<ToolResult<R>>;
  /** Called while the arguments are still streaming. */
  handlePartial?(block: PartialToolUse<P>, context: C): Promise<void>;
  /** Checks beyond what the schema can say. */
  validate?(params: P, context: C): ValidationResult;
  /** What would change. Must have no effect. */
  dryRun?(params: P, context: C): Promise<ToolResult<DryRun>>;
  /** What a call touches, so that a batch can run side by side what cannot disturb itself. */
  resources?(params: P, context: { readonly cwd: string }): readonly ResourceUse[];
  /** Runs once per coordinator, before its first call. */
  initialize?(services: ToolServices, coordinator: CoordinatorRef): Promise<void>;
  /**
   * Runs once per coordinator, after its last call has settled. A tool that several coordinators share ends only what
   * calls with this `context.coordinatorId` have begun.
   */
  shutdown?(coordinator: CoordinatorRef): Promise<void>;
  /** For a UI. */
  preview?(result: ToolResult<R>, maxLines: number): string[];
  /** What the model reads; by default the value as text or JSON. */
  toModelOutput?(value: R): ContentPart[];
}

/** Bivariant in `P`, so that a handler of known parameters is also a handler of unknown ones. */
export type ApprovalPredicate<P, C extends ToolContext = ToolContext> = {
  bivarianceHack(params: P, context: C): boolean | Promise<boolean>;
}['bivarianceHack'];

/** A tool's own limits; its pack's, then the coordinator's, apply where one is absent. */
export interface ToolLimits {
  readonly timeoutMs?: number;
  /** It works through other tools or agents: where it has no `timeoutMs`, the coordinator's `delegateTimeoutMs` applies. */
  readonly delegates?: boolean;
  /** How long the handler may take to clean up once its signal has fired. */
  readonly graceMs?: number;
  /** What the model gets is cut at this many characters. */
  readonly maxOutputChars?: number;
  /** How many of its calls run at once; the others wait. A call within a call that holds such a place never waits. */
  readonly concurrency?: number;
  /** How a retryable failure is tried again; what is left out is the coordinator's. */
  readonly retry?: RetryOptions;
}

/** A handler whose name the compiler knows; `I` is what callers hand in where the schema makes something else of it. */
export interface Tool<N extends string = string, P = unknown, R = unknown, I = P> extends ToolHandler<P, R> {
  readonly name: N;
  /** For the compiler alone; never there at run time. */
  readonly '~input'?: I;
}
