import { ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { ResolvedPath, Workspace } from '@ku0/agent-runtime-tools-workspace';

/** A file as it was when approval for a call was requested. */
export interface FileSnapshot {
  /** Undefined when the file did not exist. */
  readonly version: string | undefined;
  readonly protected: boolean;
  /** Programs execute the content of a file with this name. */
  readonly programConfig: boolean;
}

export interface TargetFile {
  readonly path: string;
  /** Deleting a link deletes the link itself, not its target. */
  readonly access: 'write' | 'delete';
}

/** Keyed by the frozen parameters of the call, to which a grant is bound. */
const snapshots = new WeakMap<object, ReadonlyMap<string, FileSnapshot>>();

/**
 * Takes a snapshot of a call's files when its approval is requested. The call is later refused if one of them has changed,
 * and may write a protected file only if the snapshot has it. Undefined if a path is invalid: such a call fails anyway.
 */
export async function takeApprovalSnapshot(
  params: object,
  files: () => readonly TargetFile[] | Promise<readonly TargetFile[]>,
  context: ToolContext,
): Promise<ReadonlyMap<string, FileSnapshot> | undefined> {
  // An empty snapshot blocks every file until the snapshot is complete.
  snapshots.set(params, new Map());
  const workspace = requireWorkspace(context);
  const found = new Map<string, FileSnapshot>();
  try {
    for (const { path, access } of await files()) {
      const file = await workspace.resolve(path, { access, allowProtected: true });
      found.set(file.path, await snapshotOf(workspace, file));
    }
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
  snapshots.set(params, found);
  return found;
}

/** The snapshot for these parameters; undefined when no approval was requested. */
export function approvalSnapshot(params: object): ReadonlyMap<string, FileSnapshot> | undefined {
  return snapshots.get(params);
}

async function snapshotOf(workspace: Workspace, file: ResolvedPath): Promise<FileSnapshot> {
  const stat = file.exists ? await workspace.stat(file.path).catch(() => undefined) : undefined;
  return { version: stat?.version, protected: file.protected, programConfig: file.programConfig };
}
