import type { ArtifactOwner } from '../contracts/artifact-store.ts';
import { ownerOf, type Owner } from '../contracts/owner.ts';
import type { Principal } from '../contracts/tool-context.ts';

/** The owner of the artifacts that a call stores. */
export function artifactOwnerOf(call: {
  readonly principal?: Principal | undefined;
  readonly taskId: string;
  readonly parentTasks: readonly string[];
}): ArtifactOwner {
  return { ...ownerOf(call), parentTasks: call.parentTasks };
}

/** Whether a task may read an artifact: its own, or one of a task that was started from it. For artifact stores. */
export function mayReadArtifact(owner: ArtifactOwner, reader: Owner): boolean {
  return (
    owner.principalId === reader.principalId &&
    (owner.taskId === reader.taskId || (owner.parentTasks?.includes(reader.taskId) ?? false))
  );
}
