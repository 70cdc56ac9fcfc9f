import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolCoordinator, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { onTestFinished } from 'vitest';
import { codePack, createCodeEngine, type CodeEngine } from '../src/index.ts';

export type TreeFiles = Readonly<Record<string, string>>;

/** A real folder with a workspace, an engine and the tools on it, removed after the test. */
export async function codeTree(files: TreeFiles) {
  const base = await mkdtemp(join(tmpdir(), 'code-test-'));
  const root = join(base, 'root');
  await mkdir(root);
  await writeTree(root, files);
  const workspace: Workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
  const engine: CodeEngine = createCodeEngine({ workspace });
  const tools = new ToolCoordinator({ services: { workspace, code: engine } }).registerPack(codePack());
  onTestFinished(async () => {
    await engine.shutdown();
    await workspace.shutdown();
    await rm(base, { recursive: true, force: true });
  });
  return { base, root, workspace, engine, tools, write: (more: TreeFiles) => writeTree(root, more) };
}

export async function writeTree(root: string, files: TreeFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

export function valueOf<T>(result: ToolResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function codeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}
