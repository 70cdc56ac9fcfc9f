import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolMiddleware, ToolResult, ToolServices } from '@ku0/agent-runtime-tools-core';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import type { TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { shellPack } from '../src/index.ts';
import type { ShellOptions } from '../src/index.ts';

/** A coordinator with the shell pack in a folder of its own, where every approval is given. */
export async function openTools(options: ShellOptions = {}, services: ToolServices = {}) {
  // First, because it throws for invalid options, and then no folder must be left behind.
  const pack = shellPack(options);
  const folder = await createTestFolder();
  const state = await createTestFolder();
  const workspace = createWorkspace({ roots: [folder.path], state: state.path });
  const tools = new ToolCoordinator({
    cwd: folder.path,
    services: { workspace, artifacts: workspace.artifacts, ...services },
  })
    .registerPack(pack)
    .use(APPROVE);
  return { tools, folder, workspace, [Symbol.asyncDispose]: () => close(tools, [folder, state]) };
}

const APPROVE: ToolMiddleware = {
  name: 'approve',
  phase: 'approve',
  execute: (params, _context, next) => next(params, { by: 'test' }),
};

async function close(tools: { shutdownAll(): Promise<void> }, folders: readonly TestFolder[]): Promise<void> {
  await tools.shutdownAll();
  for (const folder of folders) await folder.remove();
}

/** The value of a call that must have succeeded. */
export function valueOf<T>(result: ToolResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

/** The error of a call that must have failed. */
export function errorOf(result: ToolResult) {
  if (!result.ok) return result.error;
  throw new Error(`It succeeded: ${JSON.stringify(result.value)}`);
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('It never came true.');
}
