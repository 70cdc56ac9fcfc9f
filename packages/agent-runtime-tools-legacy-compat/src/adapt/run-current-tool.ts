import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { ToolCoordinator, type ToolHandler, type ToolResult, type ToolServices } from '@ku0/agent-runtime-tools-core';
import { createProcesses, type Processes } from '@ku0/agent-runtime-tools-processes';
import { createWorkspace, type FileSystem, type Workspace } from '@ku0/agent-runtime-tools-workspace';

export interface CurrentCall<R = unknown> {
  readonly tool: ToolHandler<unknown, R>;
  readonly params: unknown;
  /** The folder that the tool works in, absolute. */
  readonly root: string;
  /** Another file system than the machine's. */
  readonly fs?: FileSystem | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: (chunk: string) => void;
}

/**
 * Calls a current tool once, in a workspace that lasts as long as the call. The older systems ask before they call, so the
 * call needs no other approval. Never rejects.
 */
export async function runCurrentTool<R>({
  tool,
  params,
  onOutput,
  signal,
  ...place
}: CurrentCall<R>): Promise<ToolResult<R>> {
  return withServices(place, async (services) => {
    const tools = new ToolCoordinator({ services, cwd: place.root });
    tools.use({ name: 'asked before', phase: 'approve', execute: (given, _, next) => next(given, { by: 'host' }) });
    tools.register(tool);
    if (onOutput !== undefined) tools.activity.subscribe('tool_output_chunk', ({ data }) => onOutput(data.chunk));
    try {
      const result: ToolResult = await tools.execute(tool.name, params, signal === undefined ? {} : { signal });
      // The name is known only at run time, so the compiler does not connect the tool and the value.
      return result as ToolResult<R>;
    } finally {
      await tools.shutdownAll();
    }
  });
}

/**
 * A workspace and a process service for one use, which are ended after it. They leave nothing behind, except with
 * `keepState`: then caches stay in the user's state folder.
 */
export async function withServices<T>(
  { root, fs, keepState = false }: Pick<CurrentCall, 'root' | 'fs'> & { readonly keepState?: boolean },
  use: (services: ToolServices & { workspace: Workspace; processes: Processes }) => Promise<T>,
): Promise<T> {
  const state = fs === undefined && !keepState ? temporaryState(root) : undefined;
  const workspace = createWorkspace({
    roots: [root],
    ...(fs !== undefined && { fs, state: MEMORY_STATE }),
    ...(state !== undefined && { state }),
  });
  const processes = createProcesses();
  try {
    return await use({ workspace, processes, artifacts: workspace.artifacts });
  } finally {
    await processes.shutdown();
    await workspace.shutdown();
    if (state !== undefined) rmSync(state, { recursive: true, force: true });
  }
}

/** The state folder of workspaces that are not on disk. */
export const MEMORY_STATE = '/state-of-the-call';

/** Undefined if it would lie in the root: then the user's state folder is used. */
function temporaryState(root: string): string | undefined {
  const isInRoot = !relative(resolve(root), resolve(tmpdir(), 'state')).startsWith('..');
  return isInRoot ? undefined : mkdtempSync(join(tmpdir(), 'legacy-compat-state-'));
}
