import {
  definePack,
  errorMessage,
  NO_CAPABILITIES,
  printable,
  ToolCoordinator,
  ToolFailure,
  type ToolContext,
  type ToolHandler,
  type ToolPack,
} from '@ku0/agent-runtime-tools-core';
import type { CallToolResult, ReadResourceResult, Tool as McpTool } from '@modelcontextprotocol/client';
import type { ConnectServersOptions, McpServerEvent, McpServerStatus, ChangedTool } from './connect-options.ts';
import type { Session } from './connection/open-session.ts';
import { ServerConnection, type ConnectionParts } from './connection/server-connection.ts';
import type { RunningCall } from './requests/running-calls.ts';
import { mcpErrors } from '../errors.ts';
import { AcceptedTools } from './tools/accepted-tools.ts';
import { cleanDefinition } from './tools/clean-definition.ts';
import { changedParts, fingerprintOf, type Fingerprint, type FingerprintPart } from './tools/fingerprints.ts';
import { blockedToolHandler, changedError, remoteToolHandler } from './tools/remote-tool-handler.ts';
import { requestFailure } from './tools/request-failure.ts';

export interface McpServerClientParts extends Omit<
  ConnectionParts,
  'onStarted' | 'onToolsChanged' | 'onLog' | 'onState' | 'onProblem'
> {
  readonly options: ConnectServersOptions;
  readonly onEvent: (event: McpServerEvent) => void;
  /** The tools of the server have changed. */
  readonly onPackChanged: () => void;
}

/** One server: its connection, and its tools as handlers. */
export class McpServerClient {
  readonly name: string;
  readonly #parts: McpServerClientParts;
  readonly #connection: ServerConnection;
  readonly #accepted: AcceptedTools;
  #tools = new Map<string, ServerTool>();
  #refused: McpServerStatus['refusedTools'] = [];
  /** Lists are applied one after the other. */
  #applying: Promise<void> = Promise.resolve();

  constructor(parts: McpServerClientParts) {
    const { name, config, options, stateFolder, onEvent, redact } = parts;
    this.name = name;
    this.#parts = parts;
    this.#accepted = new AcceptedTools(stateFolder, { principal: options.principal?.id ?? '', server: name, config });
    this.#connection = new ServerConnection({
      ...parts,
      onStarted: (tools) => this.#applyInOrder(tools),
      onToolsChanged: (tools) => void this.#applyInOrder(tools),
      onLog: (level, message) => this.#log(level, redact(message)),
      onState: (state, problem) =>
        onEvent({ type: 'state', server: name, state, ...(problem !== undefined && { problem }) }),
      onProblem: (message) => onEvent({ type: 'problem', server: name, message }),
    });
  }

  get status(): McpServerStatus {
    const { state, problem, instructions } = this.#connection;
    return {
      name: this.name,
      state,
      ...(problem !== undefined && { problem }),
      tools: this.pack().tools.map(({ name }) => name),
      refusedTools: this.#refused,
      ...(instructions !== undefined && { instructions: this.#parts.redact(instructions) }),
    };
  }

  /** Resolves when the first start has succeeded or failed. Never rejects. */
  async start(): Promise<void> {
    await this.#connection.start();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  pack(): ToolPack {
    return definePack({
      name: `mcp:${this.name}`,
      version: '1.0.0',
      tools: [...this.#tools.values()].map(({ handler }) => handler),
      aliases: {},
    });
  }

  changes(): ChangedTool[] {
    return [...this.#tools.values()].flatMap(({ tool, changed }) =>
      changed.length === 0
        ? []
        : [
            {
              server: this.name,
              tool: tool.name,
              changed,
              definition: printable(JSON.stringify(tool, undefined, 2), { multiline: true }),
            },
          ],
    );
  }

  /** Accepts the current definition of a tool, or of all tools. */
  async accept(toolName?: string): Promise<void> {
    const tools = [...this.#tools.values()].map(({ tool }) => tool);
    const accepted = tools.filter(({ name }) => toolName === undefined || name === toolName);
    await this.#accepted.accept(new Map(accepted.map((tool) => [tool.name, fingerprintOf(tool)])));
    await this.#applyInOrder(tools);
  }

  /** Calls a tool by the server's own name for it, with arguments that are checked as for the registered tool. */
  async callTool(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<CallToolResult> {
    const found = this.#tools.get(toolName);
    if (found === undefined) throw this.#noSuchTool(toolName);
    if (found.changed.length > 0) throw new ToolFailure(changedError(this.name, toolName, found.changed));
    return this.#request(context, (session) =>
      session.client.callTool(
        { name: toolName, arguments: { ...args }, ...(context.trace !== undefined && { _meta: { ...context.trace } }) },
        {
          signal: context.signal,
          timeout: NO_TIMEOUT,
          onprogress: ({ progress, total, message }) =>
            context.emitProgress(progress, total, message === undefined ? undefined : this.#parts.redact(message)),
        },
      ),
    );
  }

  readResource(uri: string, context: ToolContext): Promise<ReadResourceResult> {
    return this.#request(context, ({ client }) =>
      client.readResource({ uri }, { signal: context.signal, timeout: NO_TIMEOUT }),
    );
  }

  /** Does something with the SDK's client, for what has no tool. */
  async withClient<T>(work: (client: Session['client']) => Promise<T>, signal: AbortSignal): Promise<T> {
    const call: RunningCall = { taskId: '', callbacks: {}, publish: () => undefined, tool: NO_TOOL };
    return this.#connection
      .use(call, signal, ({ client }) => work(client))
      .catch((error: unknown) => this.#fail(error, signal));
  }

  /** Checks arguments as a call of the registered tool would. Returns the fault, if there is one. */
  faultOf(toolName: string, args: unknown): string | undefined {
    const found = this.#tools.get(toolName);
    if (found === undefined) throw this.#noSuchTool(toolName);
    if (found.changed.length > 0) return undefined;
    const { valid, errors = [] } = found.checker.validate(found.handler.name, args);
    return valid ? undefined : errors.join('; ');
  }

  /** The definition of a tool that exists. */
  describe(toolName: string): { readonly definition: McpTool; readonly redact: (text: string) => string } {
    const found = this.#tools.get(toolName);
    if (found === undefined) throw this.#noSuchTool(toolName);
    return { definition: found.tool, redact: this.#parts.redact };
  }

  async #request<T>(context: ToolContext, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await this.#connection.use(context, context.signal, work);
    } catch (error) {
      return this.#fail(error, context.signal);
    }
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<never> {
    if (signal.aborted) throw error;
    const isClosed = this.#connection.state !== 'ready';
    throw await requestFailure(error, { server: this.name, redact: this.#parts.redact, isClosed });
  }

  #noSuchTool(tool: string): ToolFailure {
    const { problem, state } = this.#connection;
    if (this.#tools.size === 0 && state !== 'ready' && state !== 'idle')
      return new ToolFailure(
        mcpErrors.SERVER_NOT_AVAILABLE({
          message: `The MCP server ${this.name} is not running (${state}).${problem === undefined ? '' : ` ${problem}`}`,
          details: { server: this.name, state },
        }),
      );
    const tools = [...this.#tools.keys()].slice(0, MAX_LISTED);
    return new ToolFailure(
      mcpErrors.SERVER_TOOL_NOT_FOUND({
        message: `The MCP server ${this.name} has no tool ${printable(tool.slice(0, 100))}. It has: ${tools.join(', ')}.`,
        details: { server: this.name, tools },
      }),
    );
  }

  #applyInOrder(tools: readonly McpTool[]): Promise<void> {
    this.#applying = this.#applying.then(() => this.#apply(tools));
    return this.#applying;
  }

  /** Turns a list of tools into handlers, and blocks those whose definition is not the accepted one. Never rejects. */
  async #apply(tools: readonly McpTool[]): Promise<void> {
    const current = new Map(tools.slice(0, MAX_TOOLS).map((tool) => [tool.name, fingerprintOf(tool)]));
    const { name, onEvent } = this.#parts;
    let known: ReadonlyMap<string, Fingerprint> | undefined;
    try {
      known = await this.#accepted.check(current);
    } catch (error) {
      const message = `The accepted definitions cannot be read or stored: ${errorMessage(error)}`;
      onEvent({ type: 'problem', server: name, message });
    }
    const refused: { tool: string; problem: string }[] = [];
    const applied = new Map<string, ServerTool>();
    for (const tool of tools.slice(0, MAX_TOOLS)) {
      const fingerprint = current.get(tool.name);
      const before = known?.get(tool.name);
      // Without a record, nobody knows whether a definition is the accepted one.
      const changed = fingerprint === undefined || before === undefined ? UNKNOWN : changedParts(before, fingerprint);
      try {
        if (applied.has(tool.name)) throw new TypeError('another tool of the server has the same name');
        applied.set(tool.name, this.#serverTool(tool, changed));
        if (changed.length > 0) onEvent({ type: 'tool_changed', server: name, tool: printable(tool.name), changed });
      } catch (error) {
        const problem = errorMessage(error);
        refused.push({ tool: printable(tool.name.slice(0, 100)), problem: this.#parts.redact(problem) });
      }
    }
    this.#tools = applied;
    this.#refused = refused;
    onEvent({ type: 'tools', server: name, tools: this.pack().tools.map((tool) => tool.name) });
    this.#parts.onPackChanged();
  }

  /** Throws for a tool that core would not register. */
  #serverTool(tool: McpTool, changed: readonly FingerprintPart[]): ServerTool {
    const definition = cleanDefinition(tool);
    if (!definition.ok) throw new TypeError(definition.problem);
    const { redact, limits } = this.#parts;
    const handler =
      changed.length > 0
        ? blockedToolHandler(this.name, tool.name, changed)
        : remoteToolHandler({
            server: this.name,
            tool,
            definition,
            call: (name, args, context) => this.callTool(name, args, context),
            callTimeoutMs: limits.callTimeoutMs,
            redact,
          });
    const checker = new ToolCoordinator().register(handler);
    // Compiles the schema, which finds the faults that registration does not.
    checker.validate(handler.name, {});
    return { tool, handler, changed, checker };
  }

  #log(level: string, message: string): void {
    const { name, onEvent } = this.#parts;
    onEvent({ type: 'log', server: name, level, message });
    const call = this.#connection.calls.find();
    call?.publish('mcp_log', { toolName: call.tool.name, server: name, level, message });
  }
}

interface ServerTool {
  readonly tool: McpTool;
  readonly handler: ToolHandler;
  readonly changed: readonly FingerprintPart[];
  /** Knows only this tool, to check arguments that come through `use_mcp_tool`. */
  readonly checker: ToolCoordinator;
}

const UNKNOWN: readonly FingerprintPart[] = ['description'];
const MAX_TOOLS = 1000;
const MAX_LISTED = 50;
/** Core limits the time of calls, and does not count the time in which a person is asked. */
const NO_TIMEOUT = 2 ** 31 - 1;
const NO_TOOL = {
  name: '',
  version: '',
  capabilities: NO_CAPABILITIES,
};
