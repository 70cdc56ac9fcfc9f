import { errorMessage, isRecord, printable } from '@ku0/agent-runtime-tools-core';
import { nameProblem } from '../tools/tool-names.ts';
import { expandVariables } from './expand-variables.ts';
import type { HttpServerConfig, McpServerConfig, StdioServerConfig } from './server-config.ts';

/** A server of the configuration, or why it cannot be used. */
export type ParsedServer =
  | { readonly name: string; readonly config: McpServerConfig }
  | { readonly name: string; readonly problem: string };

export interface ParseOptions {
  /** What `${NAME}` in the configuration stands for. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** Checks a configuration. A faulty server does not affect the others; a text that is no configuration throws a TypeError. */
export function parseServers(config: unknown, { variables = {} }: ParseOptions = {}): ParsedServer[] {
  const servers = isRecord(config) ? config['mcpServers'] : undefined;
  if (!isRecord(servers)) throw new TypeError('The configuration has no object "mcpServers".');
  if (Object.keys(servers).length > MAX_SERVERS)
    throw new TypeError(`The configuration has more than ${MAX_SERVERS} servers.`);
  return Object.entries(servers).map(([name, server]) => {
    try {
      const problem = nameProblem(name) ?? serverProblem(server);
      if (problem !== undefined) return { name: printable(name), problem };
      return { name, config: expandVariables(server, variables) as McpServerConfig };
    } catch (error) {
      return { name: printable(name), problem: errorMessage(error) };
    }
  });
}

const MAX_SERVERS = 500;

function serverProblem(server: unknown): string | undefined {
  if (!isRecord(server)) return 'it is not an object';
  const { type, command, url } = server;
  if (command !== undefined && url !== undefined) return 'it has a command and a url';
  if (type !== undefined && !TYPES.has(type)) return `its type ${JSON.stringify(type)} is not known`;
  if (url !== undefined && type !== 'stdio') return httpProblem(server) ?? timeoutProblem(server);
  if (typeof command !== 'string' || command.trim() === '') return 'it needs a command or a url';
  if (type !== undefined && type !== 'stdio') return `a server with a command has no type ${JSON.stringify(type)}`;
  return stdioProblem(server) ?? timeoutProblem(server);
}

const TYPES = new Set<unknown>(['stdio', 'http', 'streamable-http', 'sse']);

function stdioProblem({ args, env, cwd }: Unchecked<StdioServerConfig>): string | undefined {
  if (args !== undefined && !(Array.isArray(args) && args.every(isText))) return 'its args are not a list of texts';
  if (env !== undefined && !(isRecord(env) && Object.values(env).every(isText))) return 'its env must be texts by name';
  return cwd === undefined || isText(cwd) ? undefined : 'its cwd is not a text';
}

function httpProblem({ url, headers }: Unchecked<HttpServerConfig>): string | undefined {
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (typeof url === 'string' && url.includes('${')) return undefined;
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return 'its url is no http or https address';
  if (address.username !== '' || address.password !== '')
    return 'its url contains a user name or a password: put them into headers';
  if (headers !== undefined && !(isRecord(headers) && Object.values(headers).every(isText)))
    return 'its headers must be texts by name';
  return undefined;
}

function timeoutProblem(server: Readonly<Record<string, unknown>>): string | undefined {
  const faulty = ['startTimeoutMs', 'callTimeoutMs', 'idleTimeoutMs'].find((name) => {
    const value = server[name];
    return value !== undefined && !(typeof value === 'number' && value >= 0);
  });
  return faulty && `its ${faulty} is not a number of milliseconds`;
}

type Unchecked<T> = { readonly [K in keyof T]?: unknown };

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
