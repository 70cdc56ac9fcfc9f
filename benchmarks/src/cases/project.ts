import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** A project of a thousand files in a temporary folder, with a workspace for it. */
export interface BenchmarkProject {
  readonly root: string;
  readonly workspace: Workspace;
  remove(): Promise<void>;
}

export const FILE_COUNT = 1000;

export async function createProject(): Promise<BenchmarkProject> {
  const { createWorkspace } = await import('@ku0/agent-runtime-tools-workspace');
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'bench-project-')));
  const root = join(base, 'project');
  for (let index = 0; index < FILE_COUNT; index++) {
    mkdirSync(dirname(join(root, projectFile(index))), { recursive: true });
    writeFileSync(join(root, projectFile(index)), '');
  }
  const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
  return {
    root,
    workspace,
    async remove() {
      await workspace.shutdown();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** The path of a file of the project. The files are in five folders. */
export function projectFile(index: number): string {
  return `src/part-${index % 5}/file-${index}.ts`;
}
