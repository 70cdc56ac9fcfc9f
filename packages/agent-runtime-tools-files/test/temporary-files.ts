import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolCoordinator, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, type Workspace, type WorkspaceOptions } from '@ku0/agent-runtime-tools-workspace';
import { afterEach } from 'vitest';
import { filesPack, type FilesPackOptions } from '../src/index.ts';

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export interface TemporaryFiles {
  readonly base: string;
  readonly root: string;
  readonly workspace: Workspace;
  readonly tools: ReturnType<typeof toolsFor>;
  /** The tools that approval was asked for, in order. */
  readonly asked: string[];
  put(path: string, content: string | Uint8Array): void;
  /** The content of a file of the root, or undefined. */
  text(path: string): string | undefined;
  bytes(path: string): Buffer;
  discard(): void;
}

export interface TemporaryOptions extends Partial<WorkspaceOptions> {
  /** Whether whoever is asked consents. Default true. */
  readonly approves?: boolean;
  readonly pack?: FilesPackOptions;
}

/** A workspace with these files in a fresh folder, and the tools on it. */
export function temporaryFiles(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { approves = true, pack = {}, ...options }: TemporaryOptions = {},
): TemporaryFiles {
  const base = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'files-')));
  made.push(base);
  const root = join(base, 'ws');
  mkdirSync(root);
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const workspace = createWorkspace({ roots: [root], state: join(base, 'state'), ...options });
  const asked: string[] = [];
  return {
    base,
    root,
    workspace,
    tools: toolsFor(workspace, { asked, approves, pack }),
    asked,
    put,
    text(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    },
    bytes: (path) => readFileSync(join(root, path)),
    discard: () => rmSync(base, { recursive: true, force: true }),
  };
}

interface ToolsOptions {
  readonly asked: string[];
  readonly approves: boolean;
  readonly pack: FilesPackOptions;
}

function toolsFor(workspace: Workspace, { asked, approves, pack }: ToolsOptions) {
  const gate: ToolMiddleware = {
    name: 'gate',
    phase: 'approve',
    async execute(params, context, next) {
      if (!context.approval.required) return next(params);
      asked.push(context.tool.name);
      return approves ? next(params, { by: 'person' }) : next(params);
    },
  };
  return new ToolCoordinator({ services: { workspace, artifacts: workspace.artifacts }, retry: { maxAttempts: 1 } })
    .use(gate)
    .registerPack(filesPack(pack));
}

/** The value of a result that must be a success. */
export function valueOf<T>(
  result: { ok: true; value: T } | { ok: false; error: { code: string; message: string } },
): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The code of a result, or 'ok'. */
export function codeOf(result: { ok: true } | { ok: false; error: { code: string } }): string {
  return result.ok ? 'ok' : result.error.code;
}
