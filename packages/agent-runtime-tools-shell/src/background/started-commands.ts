import type { CoordinatorRef } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';

interface StartedBy {
  readonly processes: Processes;
  readonly coordinatorId: string;
}

/**
 * The background commands that a pack started, with the coordinator whose call started each. When a coordinator shuts down,
 * its own commands are ended, and no others, even if several coordinators share the pack or the process service.
 */
export class StartedCommands {
  readonly #commands = new Map<ProcessHandle, StartedBy>();

  add(handle: ProcessHandle, startedBy: StartedBy): void {
    for (const [known, { processes }] of this.#commands)
      if (processes.get(known.id) !== known) this.#commands.delete(known);
    this.#commands.set(handle, startedBy);
  }

  /** Ends the commands of one coordinator, with their descendants. */
  async endAll({ id }: CoordinatorRef): Promise<void> {
    const handles = [...this.#commands]
      .filter(([, { coordinatorId }]) => coordinatorId === id)
      .map(([handle]) => handle);
    for (const handle of handles) this.#commands.delete(handle);
    await Promise.all(handles.map((handle) => handle.stop()));
  }
}
