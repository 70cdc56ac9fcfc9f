import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { WorkspaceOptions } from '@ku0/agent-runtime-tools-workspace';
import { createSandbox, sandboxPack } from '../src/index.ts';
import type { SandboxOptions, SandboxPackOptions } from '../src/index.ts';

/** A real folder below the temporary one, with files, owned by `owner` where that is given. */
export function makeFolder(files: Readonly<Record<string, string>> = {}, owner?: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-test-')));
  made.push(folder);
  const own = (path: string): void => {
    if (owner !== undefined) chownSync(path, owner, owner);
  };
  own(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    for (const made of missingFolders(dirname(path), folder)) {
      mkdirSync(made);
      own(made);
    }
    if (!name.endsWith('/')) {
      writeFileSync(path, content);
      own(path);
    } else if (missingFolders(path, folder).length > 0) {
      mkdirSync(path);
      own(path);
    }
  }
  return folder;
}

const made: string[] = [];

/** For folders whose test cannot remove them itself. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function missingFolders(path: string, root: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; folder.length > root.length; folder = dirname(folder)) {
    try {
      realpathSync(folder);
      break;
    } catch {
      missing.unshift(folder);
    }
  }
  return missing;
}

/** A sandbox with its workspace and a coordinator that has its pack. `await using` ends and removes all of it. */
export function testSandbox(
  files: Readonly<Record<string, string>> = {},
  options: Partial<SandboxOptions> & {
    readonly pack?: SandboxPackOptions;
    readonly workspaceOptions?: Partial<WorkspaceOptions>;
  } = {},
) {
  const { pack, workspaceOptions, ...sandboxOptions } = options;
  const root = makeFolder(files);
  const state = makeFolder();
  const workspace = createWorkspace({ roots: [root], state, ...workspaceOptions });
  const sandbox = createSandbox({ workspace, ...sandboxOptions });
  const tools = new ToolCoordinator({ services: { workspace, sandbox, artifacts: workspace.artifacts } }).registerPack(
    sandboxPack(pack),
  );
  return {
    root,
    workspace,
    sandbox,
    tools,
    async runCode(params: Parameters<typeof tools.execute<'run_code'>>[1]) {
      const result = await tools.execute('run_code', params);
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
      return result.value;
    },
    async [Symbol.asyncDispose]() {
      await tools.shutdownAll();
      await sandbox.shutdown();
      await workspace.shutdown();
      for (const folder of [root, state]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
