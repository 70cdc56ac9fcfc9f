import { ownerOf, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';
import type { PreparedCommand } from '../command/prepare-command.ts';
import { shellErrors } from '../errors.ts';

/** A background command, and how far its output has been read. */
export interface TaskCommand {
  readonly id: string;
  readonly handle: ProcessHandle;
  readonly prepared: PreparedCommand;
  /** Where the next page begins, in bytes of the output. */
  cursor: number;
  /** The last lines written to its input, kept if the command is a shell that reads commands from its input. */
  inputTail: string;
}

/** The principal and the task of a call. */
export type CallOwner = Pick<ToolContext, 'principal' | 'taskId'>;

/**
 * The background commands that these tools started. Each belongs to one task of one principal, and only that task finds it.
 * Other programs of the same process service are not listed.
 */
export class TaskCommands {
  readonly #processes: Processes;
  readonly #commands = new Map<string, TaskCommand>();

  /** The commands of a process service. All packs that use the service share them, so they survive `replacePack`. */
  static of(processes: Processes): TaskCommands {
    const known = byService.get(processes);
    if (known !== undefined) return known;
    const commands = new TaskCommands(processes);
    byService.set(processes, commands);
    return commands;
  }

  private constructor(processes: Processes) {
    this.#processes = processes;
  }

  add(
    handle: ProcessHandle,
    { prepared, cursor = 0, inputTail = '' }: Pick<TaskCommand, 'prepared'> & Partial<TaskCommand>,
  ): TaskCommand {
    this.#removeForgotten();
    const command: TaskCommand = { id: handle.id, handle, prepared, cursor, inputTail };
    this.#commands.set(command.id, command);
    void handle.wait().then(() => prepared.dispose());
    return command;
  }

  /** Throws COMMAND_NOT_FOUND for an unknown id and for a command of another task or principal. */
  find(id: string, call: CallOwner): TaskCommand {
    const command = this.#commands.get(id);
    if (command !== undefined && this.#processes.get(id, ownerOf(call)) === command.handle) return command;
    const own = this.list(call).map((each) => each.id);
    throw new ToolFailure(
      shellErrors.COMMAND_NOT_FOUND({
        message: `This task has no background command ${printable(id.slice(0, MAX_SHOWN))}.`,
        details: { commandId: id, commands: own },
      }),
    );
  }

  list(call: CallOwner): readonly TaskCommand[] {
    this.#removeForgotten();
    const own = new Set(this.#processes.list(ownerOf(call)).map(({ id }) => id));
    return [...this.#commands.values()].filter(({ id }) => own.has(id));
  }

  /** The process service forgets the commands of ended tasks and the oldest ended commands; so does this list. */
  #removeForgotten(): void {
    for (const { id, handle } of this.#commands.values())
      if (this.#processes.get(id) !== handle) this.#commands.delete(id);
  }
}

const MAX_SHOWN = 80;

const byService = new WeakMap<Processes, TaskCommands>();
