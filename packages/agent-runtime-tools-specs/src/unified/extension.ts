import {
  extension,
  type BeforeOutcome,
  type ToolContext as CallContext,
  type ToolMiddleware,
  type ToolPhase,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';

/** How far out an extension runs within its phase. Any other number works too. */
export const ExtensionPriority = Object.freeze({
  HIGHEST: 1000,
  HIGH: 500,
  NORMAL: 0,
  LOW: -500,
  LOWEST: -1000,
} as const);

/** A call, as extensions see it. */
export interface ExtensionCall {
  readonly toolName: string;
  readonly args: unknown;
  readonly sessionId: string;
  /** Everything else that is known about the call. */
  readonly context: CallContext;
}

export interface ExtensionSettings {
  readonly priority?: number;
  /** Default 'around', next to the tool: after hooks and approval. */
  readonly phase?: ToolPhase;
}

/** The base class of extensions that are written as classes. If a method throws, the call fails. */
export abstract class Extension {
  readonly settings: ExtensionSettings;

  constructor(settings: ExtensionSettings = {}) {
    this.settings = settings;
  }

  /** Runs before the tool. Returns other arguments `{ params }`, a `{ result }` that ends the call, or nothing. */
  beforeExecute?(call: ExtensionCall): BeforeOutcome | Promise<BeforeOutcome>;

  /** Runs after the tool. Returns another result, or nothing to keep the result. */
  afterExecute?(
    call: ExtensionCall,
    result: ToolResult,
  ): ToolResult | undefined | void | Promise<ToolResult | undefined | void>;
}

/** An extension as the middleware that it is. */
export function middlewareOf(from: Extension): ToolMiddleware {
  return extension({
    name: from.constructor.name,
    ...from.settings,
    before: (params, context) => from.beforeExecute?.(callOf(params, context)),
    after: (result, context, params) => from.afterExecute?.(callOf(params, context), result),
  });
}

function callOf(args: unknown, context: CallContext): ExtensionCall {
  return { toolName: context.tool.name, args, sessionId: context.taskId, context };
}
