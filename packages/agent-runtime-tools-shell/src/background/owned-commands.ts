import type { CoordinatorRef } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';

interface OwnedCommand {
  readonly processes: Processes;
  readonly coordinatorId: string;
}

/**
 * The background commands that a pack started, so that a coordinator's shutdown ends those of its own calls whoever owns
 * the service, and nobody else's.
 */
export class OwnedCommands {
  readonly #handles = new Map<ProcessHandle, OwnedCommand>();

  add(handle: ProcessHandle, command: OwnedCommand): void {
    for (const [known, { processes }] of this.#handles)
      if (processes.get(known.id) !== known) this.#handles.delete(known);
    this.#handles.set(handle, command);
  }

  /** Ends what calls of a coordinator started, with what that left running. */
  async end({ id }: CoordinatorRef): Promise<void> {
    const handles = [...this.#handles]
      .filter(([, { coordinatorId }]) => coordinatorId === id)
      .map(([handle]) => handle);
    for (const handle of handles) this.#handles.delete(handle);
    await Promise.all(handles.map((handle) => handle.stop()));
  }
}
