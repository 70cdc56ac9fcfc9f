import { execFileSync, spawnSync } from 'node:child_process';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolMiddleware, ToolResult, ToolServices } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import type { TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { gitPack } from '../src/index.ts';
import type { GitOptions } from '../src/index.ts';

/** Suites that need git are skipped without it. */
export const hasGit = spawnSync('git', ['version']).status === 0;

/** Runs git as a person would, with a known author and without the settings of the machine. Returns what it printed. */
export function git(
  cwd: string,
  args: readonly string[],
  { input }: { readonly input?: string | Buffer } = {},
): string {
  return execFileSync('git', args, {
    cwd,
    env: GIT_ENV,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input !== undefined && { input }),
  });
}

export const GIT_ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05+01:00',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05+01:00',
};

/** A repository with one commit of these files. */
export function initRepository(path: string): void {
  git(path, ['init', '-q', '-b', 'main']);
  git(path, ['config', 'user.name', 'Ada']);
  git(path, ['config', 'user.email', 'ada@example.com']);
}

export function commitAll(path: string, message: string): string {
  git(path, ['add', '-A']);
  git(path, ['commit', '-q', '--allow-empty', '-m', message]);
  return git(path, ['rev-parse', 'HEAD']).trim();
}

export const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'export const b = 1;\n' };

/** A repository with the files above and one commit, and a coordinator with the git pack where every approval is given. */
export async function openRepositoryTools(
  options: GitOptions & { readonly files?: Readonly<Record<string, string>>; readonly services?: ToolServices } = {},
) {
  const { files = FILES, services = {}, ...packOptions } = options;
  const folder = await createTestFolder(files);
  initRepository(folder.path);
  const first = commitAll(folder.path, 'First');
  return { ...(await openTools(folder, packOptions, services)), first };
}

export async function openTools(folder: TestFolder, options: GitOptions = {}, services: ToolServices = {}) {
  const state = await createTestFolder();
  const workspace = createWorkspace({ roots: [folder.path], state: state.path });
  const processes = createProcesses();
  const tools = new ToolCoordinator({
    cwd: folder.path,
    services: { workspace, artifacts: workspace.artifacts, processes, ...services },
  })
    .registerPack(gitPack({ env: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }, ...options }))
    .use(APPROVE);
  return {
    tools,
    workspace,
    folder,
    path: folder.path,
    git: (...args: string[]) => git(folder.path, args),
    async [Symbol.asyncDispose]() {
      await tools.shutdownAll();
      await processes.shutdown();
      await workspace.shutdown();
      await folder.remove();
      await state.remove();
    },
  };
}

const APPROVE: ToolMiddleware = {
  name: 'approve',
  phase: 'approve',
  execute: (params, _context, next) => next(params, { by: 'test' }),
};

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
