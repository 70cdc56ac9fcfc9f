import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolCoordinator, type ExecuteOptions, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { onTestFinished } from 'vitest';
import {
  searchPack,
  type GlobParameters,
  type GlobValue,
  type GrepParameters,
  type GrepValue,
  type SearchOptions,
} from '../src/index.ts';

export type TreeFiles = Readonly<Record<string, string | Uint8Array>>;

/** A real folder with a workspace on it, gone after the test. */
export async function searchedTree(files: TreeFiles = {}, options: SearchOptions = {}): Promise<SearchedTree> {
  const base = await mkdtemp(join(tmpdir(), 'search-test-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const root = join(base, 'root');
  await mkdir(root);
  await writeTree(root, files);
  return new SearchedTree(base, options);
}

export async function writeTree(root: string, files: TreeFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

export class SearchedTree {
  readonly base: string;
  readonly root: string;
  readonly tools: { execute(tool: string, parameters: unknown, options?: ExecuteOptions): Promise<ToolResult> };

  constructor(base: string, options: SearchOptions, roots: readonly string[] = [join(base, 'root')]) {
    this.base = base;
    this.root = join(base, 'root');
    const workspace = createWorkspace({ roots, state: join(base, 'state') });
    this.tools = new ToolCoordinator({ services: { workspace } }).registerPack(searchPack(options));
  }

  /** The same folder through another engine. */
  with(options: SearchOptions): SearchedTree {
    return new SearchedTree(this.base, options);
  }

  tryGrep(parameters: GrepParameters, signal?: AbortSignal): Promise<ToolResult<GrepValue>> {
    return this.tools.execute('grep', parameters, signal && { signal }) as Promise<ToolResult<GrepValue>>;
  }

  tryGlob(parameters: GlobParameters): Promise<ToolResult<GlobValue>> {
    return this.tools.execute('glob', parameters) as Promise<ToolResult<GlobValue>>;
  }

  async grep(parameters: GrepParameters): Promise<GrepValue> {
    return valueOf(await this.tryGrep(parameters));
  }

  /** `file:line` of every match. */
  async places(parameters: GrepParameters): Promise<string[]> {
    return ((await this.grep(parameters)).matches ?? []).map(({ file, line }) => `${file}:${line}`);
  }

  async glob(parameters: GlobParameters): Promise<string[]> {
    return valueOf(await this.tryGlob(parameters)).files.map(({ path }) => path);
  }
}

export function valueOf<T>(result: ToolResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function codeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}
