import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { TrustPart, TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import { isMissing } from './is-missing.ts';
import { parseServers } from './parse-servers.ts';
import type { McpServersConfig, StdioServerConfig } from './server-config.ts';

/** Knows what a person has trusted: a trust store of the workspace package, or the host's own. */
export interface TrustChecker {
  isTrusted(subject: TrustSubject): Promise<boolean>;
}

export interface ProjectServersOptions {
  /** The folder of the project. */
  readonly workspace: string;
  readonly trust: TrustChecker;
  /** Default `.mcp.json`. */
  readonly file?: string;
}

/** The servers that a project's own configuration names. They may be started only if a person trusted exactly them. */
export type ProjectServers =
  | { readonly kind: 'none' }
  /** `problem` says what is wrong with the file. */
  | { readonly kind: 'unusable'; readonly problem: string }
  /** Show `config` to a person; `trust.trust(subject)` trusts it. */
  | { readonly kind: 'untrusted'; readonly config: McpServersConfig; readonly subject: TrustSubject }
  | { readonly kind: 'trusted'; readonly config: McpServersConfig; readonly project: TrustedProject };

/** Give it to `connectServers` with the configuration: it is asked again before every start of a server. */
export interface TrustedProject {
  readonly folder: string;
  /** The names of the project's servers, if others are connected with them. Default: all are the project's. */
  readonly servers?: readonly string[];
  /** Whether the configuration and the scripts that it names are still the trusted ones. */
  isStillTrusted(): Promise<boolean>;
}

/** Reads the servers of a project. Starts nothing. Never rejects. */
export async function readProjectServers(options: ProjectServersOptions): Promise<ProjectServers> {
  try {
    const found = await read(options);
    if (found === undefined) return { kind: 'none' };
    const { config, subject } = found;
    if (!(await isTrusted(subject, options))) return { kind: 'untrusted', config, subject };
    const isStillTrusted = async (): Promise<boolean> => {
      const now = await read(options).catch(() => undefined);
      return now !== undefined && now.subject.digest === subject.digest && (await isTrusted(subject, options));
    };
    return { kind: 'trusted', config, project: { folder: subject.workspace, isStillTrusted } };
  } catch (error) {
    return { kind: 'unusable', problem: errorMessage(error) };
  }
}

async function isTrusted(subject: TrustSubject, { trust }: ProjectServersOptions): Promise<boolean> {
  // Only `true` counts: an object, even one that says no, would be truthy.
  const answer: unknown = await trust.isTrusted(subject);
  return answer === true;
}

async function read({
  workspace,
  file = '.mcp.json',
}: ProjectServersOptions): Promise<{ config: McpServersConfig; subject: TrustSubject } | undefined> {
  const folder = await realpath(workspace);
  const path = join(folder, file);
  const content = await readBounded(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const config = JSON.parse(content.toString()) as McpServersConfig;
  parseServers(config);
  const name = `mcp:${relative(folder, path).split(sep).join('/')}`;
  const { trustDigest } = await import('@ku0/agent-runtime-tools-workspace');
  const digest = trustDigest([{ name, content }, ...(await filesOfServers(config, folder))]);
  return { config, subject: { workspace: folder, subject: name, digest } };
}

/** The files of a project that the commands of servers name: a script that changes is not the trusted one. */
export async function filesOfServers({ mcpServers }: McpServersConfig, folder: string): Promise<TrustPart[]> {
  const parts = new Map<string, TrustPart>();
  for (const server of Object.values(mcpServers)) {
    const { command, args = [], cwd = '.' } = server as Partial<StdioServerConfig>;
    for (const word of [command, ...args].flatMap(pathsIn)) {
      const path = await realpath(resolve(folder, cwd, word)).catch(() => undefined);
      if (path === undefined || !path.startsWith(folder + sep) || !(await stat(path)).isFile()) continue;
      const name = `file:${relative(folder, path)}`;
      if (!parts.has(name)) parts.set(name, { name, content: await readBounded(path) });
      if (parts.size > MAX_FILES) throw new Error(`its commands name more than ${MAX_FILES} files`);
    }
  }
  return [...parts.values()];
}

/** `server.js` and `--import=./hook.js` name a file. */
function pathsIn(word: unknown): string[] {
  if (typeof word !== 'string' || word === '' || word.includes('\0')) return [];
  return [word, word.slice(word.indexOf('=') + 1)];
}

async function readBounded(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes`);
  return readFile(path);
}

const MAX_BYTES = 4 << 20;
const MAX_FILES = 100;
