import { ownerOf, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';
import type { PreparedCommand } from '../command/prepare-command.ts';
import { shellErrors } from '../errors.ts';

/** A background command, and how far its task has read it. */
export interface TaskCommand {
  readonly id: string;
  readonly handle: ProcessHandle;
  readonly prepared: PreparedCommand;
  /** Where the next page begins, in bytes of the output. */
  cursor: number;
  /** What was last given to it to read, where it takes commands from its input. */
  typed: string;
}

/** Whom a call acts for. */
export type CallOwner = Pick<ToolContext, 'principal' | 'taskId'>;

/**
 * The background commands that these tools started, each of one task of one principal. What others start with the same
 * process service is not here, and a task finds its own commands only.
 */
export class TaskCommands {
  readonly #processes: Processes;
  readonly #commands = new Map<string, TaskCommand>();

  /** The commands of a process service, whichever pack asks: they outlive a pack that is replaced. */
  static of(processes: Processes): TaskCommands {
    const known = all.get(processes);
    if (known !== undefined) return known;
    const commands = new TaskCommands(processes);
    all.set(processes, commands);
    return commands;
  }

  private constructor(processes: Processes) {
    this.#processes = processes;
  }

  add(
    handle: ProcessHandle,
    { prepared, cursor = 0, typed = '' }: Pick<TaskCommand, 'prepared'> & Partial<TaskCommand>,
  ): TaskCommand {
    this.#forgetGone();
    const command: TaskCommand = { id: handle.id, handle, prepared, cursor, typed };
    this.#commands.set(command.id, command);
    void handle.wait().then(() => prepared.dispose());
    return command;
  }

  /** Throws COMMAND_NOT_FOUND, also for a command of another task or principal. */
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
    this.#forgetGone();
    const own = new Set(this.#processes.list(ownerOf(call)).map(({ id }) => id));
    return [...this.#commands.values()].filter(({ id }) => own.has(id));
  }

  /** The process service forgets commands whose task has ended, and the oldest of those that have ended. */
  #isKept({ id, handle }: TaskCommand): boolean {
    return this.#processes.get(id) === handle;
  }

  #forgetGone(): void {
    for (const command of this.#commands.values()) if (!this.#isKept(command)) this.#commands.delete(command.id);
  }
}

const MAX_SHOWN = 80;

const all = new WeakMap<Processes, TaskCommands>();
