import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  ToolCoordinator,
  type ExecuteOptions,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { createWorkspace, type Workspace, type WorkspaceOptions } from '@ku0/agent-runtime-tools-workspace';
import { afterEach } from 'vitest';
import { editPack, type EditedFiles, type EditPackOptions } from '../src/index.ts';

const made: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const discard of made.splice(0)) await discard();
}, 60_000);

export interface EditSetup {
  readonly workspace?: Partial<WorkspaceOptions>;
  readonly readOnly?: boolean;
  readonly pack?: EditPackOptions;
  /** What happens when approval is asked. Default: it is given. */
  readonly approve?: ToolMiddleware['execute'] | false;
}

export interface TemporaryEdit {
  readonly base: string;
  readonly root: string;
  readonly workspace: Workspace;
  readonly tools: ToolCoordinator;
  /** The bytes of a file of the root as text, or undefined. */
  text(path: string): string | undefined;
  put(path: string, content: string | Uint8Array): void;
  run(
    tool: string,
    params: Readonly<Record<string, unknown>>,
    options?: ExecuteOptions,
  ): Promise<ToolResult<EditedFiles>>;
}

/** A real workspace with these files, and the pack on a coordinator. Gone after the test. */
export function temporaryEdit(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  setup: EditSetup = {},
): TemporaryEdit {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'edit-')));
  const root = join(base, 'ws');
  mkdirSync(root);
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const workspace = createWorkspace({
    roots: [{ path: root, readOnly: setup.readOnly ?? false }],
    state: join(base, 'state'),
    ...setup.workspace,
  });
  const tools = new ToolCoordinator({ services: { workspace, artifacts: workspace.artifacts } });
  tools.registerPack(editPack(setup.pack));
  if (setup.approve !== false)
    tools.use({
      name: 'yes',
      phase: 'approve',
      execute: setup.approve ?? ((params, _context, next) => next(params, { by: 'test' })),
    });
  made.push(async () => {
    await tools.shutdownAll();
    await workspace.shutdown();
    rmSync(base, { recursive: true, force: true });
  });
  return {
    base,
    root,
    workspace,
    tools,
    text(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    },
    put,
    run: (tool, params, options) =>
      tools.execute<string>(tool, params, { taskId: 'task', ...options }) as Promise<ToolResult<EditedFiles>>,
  };
}

/** 'ok', or the code of the failure. */
export function codeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}
