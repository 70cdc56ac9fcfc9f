import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { isAddress } from '../absolute-paths.ts';
import { isBelow } from './code-files.ts';
import type { CheckedConfig } from '../read-config.ts';

/**
 * The files of a project that its configuration would run or take tools from: scripts of servers, specs, and the code of
 * specs. Its hooks have trust of their own. Throws for what cannot be trusted by its content.
 */
export async function namedFiles(config: CheckedConfig, folder: string): Promise<TrustPart[]> {
  const paths = await specPaths(config, folder);
  const parts = new Map<string, TrustPart>();
  let bytes = 0;
  for (const path of paths) {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !isBelow(folder, real)) continue;
    const content = await readFile(real);
    bytes += content.length;
    if (parts.size >= MAX_FILES || bytes > MAX_BYTES)
      throw new Error(`it names more than ${MAX_FILES} files or ${MAX_BYTES} bytes of the project`);
    const name = `file:${relative(folder, real)}`;
    parts.set(name, { name, content });
  }
  for (const part of await commandFiles(config, folder)) parts.set(part.name, part);
  return [...parts.values()];
}

const MAX_FILES = 1000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The scripts that commands of MCP servers and language servers name. */
async function commandFiles({ mcpServers = {}, families }: CheckedConfig, folder: string): Promise<TrustPart[]> {
  const { code } = families;
  const languages = typeof code === 'object' ? Object.entries(code.languageServers ?? {}) : [];
  const asServers = languages.flatMap(([language, command]) => {
    const [program, ...args] = command || [];
    return program === undefined ? [] : [[`language:${language}`, { command: program, args }] as const];
  });
  const all = { ...mcpServers, ...Object.fromEntries(asServers) };
  if (Object.keys(all).length === 0) return [];
  const { filesOfServers } = await import('@ku0/agent-runtime-tools-mcp');
  return filesOfServers({ mcpServers: all }, folder);
}

async function specPaths({ specs }: CheckedConfig, folder: string): Promise<string[]> {
  if (specs === undefined) return [];
  const { fileLoader } = await import('@ku0/agent-runtime-tools-specs');
  const paths: string[] = [];
  for (const { files, openApi, sqlite } of specs.sources) {
    if (sqlite !== undefined && isBelow(folder, await realpath(sqlite).catch(() => sqlite)))
      throw new Error('specs.sources: a database in the project changes whenever it is used, so it cannot be trusted');
    const patterns = [files ?? [], openApi !== undefined && !isAddress(openApi) ? openApi : []].flat(2);
    if (patterns.length > 0) paths.push(...(await fileLoader(patterns).load({})).map(({ id }) => id));
  }
  for (const each of [...(specs.modules ?? []), ...(specs.python?.folders ?? [])])
    paths.push(...(await allFiles(each)));
  return paths;
}

async function allFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.split(/[/\\]/).includes('__pycache__'));
  return files.map(({ parentPath, name }) => join(parentPath, name));
}
