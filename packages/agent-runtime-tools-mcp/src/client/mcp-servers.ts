import { setTimeout as sleep } from 'node:timers/promises';
import { ToolFailure, nearestNames, printable, type ToolPack } from '@ku0/agent-runtime-tools-core';
import type { GetPromptResult, Prompt, Resource } from '@modelcontextprotocol/client';
import { mcpErrors } from '../errors.ts';
import type { ChangedTool, McpServerStatus } from './connect-options.ts';
import type { McpServerClient } from './mcp-server-client.ts';

/** The part of a coordinator that packs are registered with. */
export interface PackHost {
  registerPack(pack: ToolPack): unknown;
  replacePack(pack: ToolPack): unknown;
  unregisterPack(name: string): boolean;
}

interface McpServersParts {
  readonly clients: ReadonlyMap<string, McpServerClient>;
  readonly faulty: readonly { readonly name: string; readonly problem: string }[];
  readonly disabled: readonly string[];
  /** Called with the name of a server whose tools have changed. */
  readonly listeners: Set<(server: string) => void>;
  readonly release: () => Promise<void>;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The connected MCP servers. */
export class McpServers {
  readonly #parts: McpServersParts;
  readonly #started: Promise<unknown>;
  #closing: Promise<void> | undefined;

  constructor(parts: McpServersParts) {
    this.#parts = parts;
    this.#started = Promise.all([...parts.clients.values()].map((client) => client.start()));
  }

  /** Every server of the configuration, in its order. */
  list(): McpServerStatus[] {
    const none = { tools: [], refusedTools: [] };
    return [
      ...[...this.#parts.clients.values()].map(({ status }) => status),
      ...this.#parts.faulty.map(({ name, problem }) => ({ name, state: 'failed' as const, problem, ...none })),
      ...this.#parts.disabled.map((name) => ({ name, state: 'disabled' as const, ...none })),
    ];
  }

  /** Resolves when every server has started or failed, or after this time. Never rejects. */
  async waitUntilSettled(ms?: number): Promise<void> {
    if (ms === undefined) {
      await this.#started;
      return;
    }
    const control = new AbortController();
    const timeout = sleep(ms, undefined, { signal: control.signal }).catch(() => undefined);
    await Promise.race([this.#started, timeout]);
    control.abort();
  }

  /**
   * Registers the tools of each server as a pack `mcp:SERVER`, and keeps it up to date while servers start, change their tools
   * and restart. The returned function removes the packs.
   */
  attach(coordinator: PackHost): () => void {
    const registered = new Set<string>();
    const update = (server: string): void => {
      const pack = this.client(server).pack();
      if (pack.tools.length === 0) {
        if (registered.delete(pack.name)) coordinator.unregisterPack(pack.name);
      } else if (registered.has(pack.name)) coordinator.replacePack(pack);
      else {
        coordinator.registerPack(pack);
        registered.add(pack.name);
      }
    };
    for (const server of this.#parts.clients.keys()) update(server);
    this.#parts.listeners.add(update);
    return () => {
      this.#parts.listeners.delete(update);
      for (const name of registered) coordinator.unregisterPack(name);
      registered.clear();
    };
  }

  /** Tools that are blocked because their definition has changed. */
  changes(): ChangedTool[] {
    return [...this.#parts.clients.values()].flatMap((client) => client.changes());
  }

  /** Accepts the changed definition of a tool, or of all tools of a server. Only a person should decide this. */
  async accept(server: string, tool?: string): Promise<void> {
    await this.client(server).accept(tool);
  }

  async listResources(server: string, { signal = NEVER }: RequestOptions = {}): Promise<Resource[]> {
    return this.client(server).withClient(
      async (client) => (await client.listResources(undefined, { signal })).resources,
      signal,
    );
  }

  async listPrompts(server: string, { signal = NEVER }: RequestOptions = {}): Promise<Prompt[]> {
    return this.client(server).withClient(
      async (client) => (await client.listPrompts(undefined, { signal })).prompts,
      signal,
    );
  }

  async getPrompt(
    server: string,
    name: string,
    args: Readonly<Record<string, string>> = {},
    { signal = NEVER }: RequestOptions = {},
  ): Promise<GetPromptResult> {
    return this.client(server).withClient(
      (client) => client.getPrompt({ name, arguments: { ...args } }, { signal }),
      signal,
    );
  }

  /** A server by its name. Throws a ToolFailure. */
  client(server: string): McpServerClient {
    const found = this.#parts.clients.get(server);
    if (found !== undefined) return found;
    const faulty = this.#parts.faulty.find(({ name }) => name === server);
    const servers = [...this.#parts.clients.keys()];
    const nearest = nearestNames(server, servers);
    throw new ToolFailure(
      mcpErrors.SERVER_NOT_FOUND({
        message:
          faulty === undefined
            ? `There is no MCP server ${printable(server.slice(0, 100))}.${nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''}`
            : `The MCP server ${server} cannot be used: ${faulty.problem}.`,
        details: { servers },
      }),
    );
  }

  /** Ends all connections and programs. Resolves when nothing is left. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#parts.listeners.clear();
      await Promise.all([...this.#parts.clients.values()].map((client) => client.close()));
      await this.#parts.release();
    })();
    return this.#closing;
  }
}

const NEVER = new AbortController().signal;
