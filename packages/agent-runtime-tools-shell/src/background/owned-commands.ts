import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';

/** The background commands that one pack started, so that its shutdown can end them whoever owns the service. */
export class OwnedCommands {
  readonly #handles = new Map<ProcessHandle, Processes>();

  add(handle: ProcessHandle, processes: Processes): void {
    for (const [known, service] of this.#handles) if (service.get(known.id) !== known) this.#handles.delete(known);
    this.#handles.set(handle, processes);
  }

  /** Ends them and what they left running. */
  async end(): Promise<void> {
    const handles = [...this.#handles.keys()];
    this.#handles.clear();
    await Promise.all(handles.map((handle) => handle.stop()));
  }
}
