import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { afterEach } from 'vitest';
import { createWorkspace, type Workspace, type WorkspaceOptions } from '../src/index.ts';

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'workspace-')));
  made.push(path);
  return path;
}

export interface TemporaryWorkspace {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  readonly workspace: Workspace;
  /** The content of a file of the root, or undefined. */
  text(path: string): string | undefined;
  put(path: string, content: string | Uint8Array): void;
  /** Another workspace on the same folders, as after a restart. */
  reopen(options?: Partial<WorkspaceOptions>): Workspace;
  /** For tests that make many: removes it before the end of the test. */
  discard(): void;
}

/** A workspace with these files in a fresh folder. */
export function temporaryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<WorkspaceOptions> = {},
  parent?: string,
): TemporaryWorkspace {
  const base = temporaryFolder(parent);
  const root = join(base, 'ws');
  const state = join(base, 'state');
  mkdirSync(root);
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const reopen = (more: Partial<WorkspaceOptions> = {}): Workspace =>
    createWorkspace({ roots: [root], state, ...options, ...more });
  return {
    base,
    root,
    state,
    workspace: reopen(),
    text(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    },
    put,
    reopen,
    discard: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** The error code a promise ends with, or 'ok'. Anything but a ToolFailure is a fault of the code under test. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ToolFailure) return error.error.code;
    throw error;
  }
}

/** Every file below a folder with its content, folders as names that end in '/'. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isDirectory()) found[`${name}/`] = '';
    else
      found[name] = entry.isFile()
        ? `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`
        : 'special';
  }
  return found;
}
