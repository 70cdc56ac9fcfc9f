import type { RetryOptions } from '../runtime/retry-policy.ts';
import type { TSchema } from '../type.ts';
import type { DryRun } from './dry-run.ts';
import type { PartialToolUse } from './partial-tool-use.ts';
import type { RemoteToolSource } from './remote-tool.ts';
import type { ToolCapabilities } from './tool-capabilities.ts';
import type { ToolContext, ToolServices } from './tool-context.ts';
import type { CoordinatorRef } from './tool-middleware.ts';
import type { ToolResult } from './tool-result.ts';

export interface ToolHandler<P = unknown, R = unknown, C extends ToolContext = ToolContext> {
  /** Must match `^[a-zA-Z0-9_-]{1,64}$`, which every model provider accepts. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The version of this tool, as semver. */
  readonly version: string;
  /** A JSON Schema of an object, made with `Type.*`. */
  readonly parameters: TSchema;
  /** A JSON Schema of the value. Every value is checked against it. */
  readonly output?: TSchema;
  readonly capabilities: ToolCapabilities;
  /** A name for people. */
  readonly title?: string;
  /** Policies and views select tools by tag: `tag:network`. */
  readonly tags?: readonly string[];
  /** The kind of tool, such as `search`. Policies and views select by it: `category:search`. */
  readonly category?: string;
  /** The tool of an MCP server that its calls go to. Rules and hooks for that tool apply to this one as well. */
  readonly remote?: RemoteToolSource;
  /** Any other data about the tool. Middlewares find it in `context.tool.annotations`. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /**
   * True if every call needs approval, or a function that decides by the parameters. Such a call runs only if a
   * middleware of the phase `approve` grants it; without such a middleware it is denied.
   */
  readonly requiresApproval?: boolean | ApprovalPredicate<P, C>;
  /** The names of the services that it needs. Registering the tool without them throws. */
  readonly services?: readonly string[];
  /** Other names under which models send a parameter: `{ file_path: 'path' }`. */
  readonly parameterAliases?: Readonly<Record<string, string>>;
  /** Limits on time, output, retries and concurrency. They override the pack's and the coordinator's. */
  readonly limits?: ToolLimits;
  execute(params: P, context: C): Promise<ToolResult<R>>;
  /** Called while the arguments are still streaming. */
  handlePartial?(block: PartialToolUse<P>, context: C): Promise<void>;
  /** Checks that the schema cannot express. */
  validate?(params: P, context: C): ValidationResult;
  /** Says what a call would change. Must have no effect. */
  dryRun?(params: P, context: C): Promise<ToolResult<DryRun>>;
  /** The resources that a call reads and writes, so that a batch can run calls without conflicts in parallel. */
  resources?(params: P, context: { readonly cwd: string }): readonly ResourceUse[];
  /** Runs once per coordinator, before the first call. */
  initialize?(services: ToolServices, coordinator: CoordinatorRef): Promise<void>;
  /**
   * Runs once per coordinator, after its last call has settled. A tool that several coordinators share may end only what
   * calls with this `context.coordinatorId` have started.
   */
  shutdown?(coordinator: CoordinatorRef): Promise<void>;
  /** A few lines of a result, for a UI. */
  preview?(result: ToolResult<R>, maxLines: number): string[];
  /** The value as the model reads it. Default: as text or JSON. */
  toModelOutput?(value: R): ContentPart[];
}

/** Bivariant in `P`, so that a handler with known parameters is assignable to a handler with unknown ones. */
export type ApprovalPredicate<P, C extends ToolContext = ToolContext> = {
  bivarianceHack(params: P, context: C): boolean | Promise<boolean>;
}['bivarianceHack'];

/** A tool's own limits. For limits left out, its pack's apply, then the coordinator's. */
export interface ToolLimits {
  readonly timeoutMs?: number;
  /** The tool works through other tools or agents. Without a `timeoutMs`, the coordinator's `delegateTimeoutMs` applies. */
  readonly delegates?: boolean;
  /** How long the handler may take to clean up after its signal has fired. */
  readonly graceMs?: number;
  /** The model's output is cut to this many characters. */
  readonly maxOutputChars?: number;
  /** How many of its calls run at once; others wait. Calls made from within such a call never wait. */
  readonly concurrency?: number;
  /** How retryable failures are retried. For members left out, the coordinator's apply. */
  readonly retry?: RetryOptions;
}

/** A handler whose name the compiler knows. `I` is the input type, if the schema transforms its input. */
export interface Tool<N extends string = string, P = unknown, R = unknown, I = P> extends ToolHandler<P, R> {
  readonly name: N;
  /** Exists for the compiler only, never at run time. */
  readonly '~input'?: I;
}

/** The result of a handler's `validate`. */
export interface ValidationResult {
  readonly valid: boolean;
  readonly errors?: readonly string[];
}

/**
 * A resource that a call reads or writes. Two uses conflict if one of them writes and their keys are equal, or one key is
 * a parent folder of the other (`file:src` and `file:src/a.ts`). The key `*` conflicts with every other.
 */
export interface ResourceUse {
  readonly key: string;
  readonly access: 'read' | 'write';
}

/** A part of a result as a model reads it. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: unknown }
  /** `data` is base64. */
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string }
  /** `data` is base64. Formats without audio show a placeholder. */
  | { readonly type: 'audio'; readonly data: string; readonly mediaType: string }
  /** A document with its address. It has a `text`, or `data` in base64. */
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mediaType?: string;
      readonly text?: string;
      readonly data?: string;
    };
