import { ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ResolvedPath, Workspace } from '@ku0/agent-runtime-tools-workspace';
import { workspaceOf } from './workspace-of.ts';

/** A file as it was when approval for a call was asked. */
export interface KnownFile {
  /** Undefined when nothing was there. */
  readonly version: string | undefined;
  readonly protected: boolean;
  /** Programs run what a file of this name says. */
  readonly programConfig: boolean;
}

export interface NamedFile {
  readonly path: string;
  /** A link itself is deleted, not what it leads to. */
  readonly access: 'write' | 'delete';
}

/** By the parameters of the call, which are frozen and the very ones that a grant covers. */
const known = new WeakMap<object, ReadonlyMap<string, KnownFile>>();

/**
 * Looks at the files of a call when its approval is asked for, so that it is later refused where one of them has
 * changed since, and writes protected names only where this was part of the question. Undefined when one of the
 * paths leads nowhere: such a call can change nothing, and says itself what is wrong.
 */
export async function noteFiles(
  params: object,
  files: () => readonly NamedFile[] | Promise<readonly NamedFile[]>,
  context: ToolContext,
): Promise<ReadonlyMap<string, KnownFile> | undefined> {
  // Nothing that is not known may be touched, so this bars every file until all have been looked at.
  known.set(params, new Map());
  const workspace = workspaceOf(context);
  const found = new Map<string, KnownFile>();
  try {
    for (const { path, access } of await files()) {
      const file = await workspace.resolve(path, { access, allowProtected: true });
      found.set(file.path, await lookAt(workspace, file));
    }
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
  known.set(params, found);
  return found;
}

/** What was known of the files of these parameters; undefined when nobody was asked. */
export function knownFiles(params: object): ReadonlyMap<string, KnownFile> | undefined {
  return known.get(params);
}

async function lookAt(workspace: Workspace, file: ResolvedPath): Promise<KnownFile> {
  const stat = file.exists ? await workspace.stat(file.path).catch(() => undefined) : undefined;
  return { version: stat?.version, protected: file.protected, programConfig: file.programConfig };
}
