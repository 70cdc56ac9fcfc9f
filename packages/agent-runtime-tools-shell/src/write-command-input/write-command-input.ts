import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { describeCommand } from '../background/describe-command.ts';
import type { CommandState } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import type { TaskCommand } from '../background/task-commands.ts';
import { checkInput, appendInput } from '../command/check-danger.ts';
import { servicesOf } from '../command/prepare-command.ts';

export interface WriteCommandInputParams {
  readonly commandId: string;
  readonly input: string;
  readonly closeStdin?: boolean;
}

export interface WriteCommandInputValue extends CommandState {
  /** In bytes. */
  written: number;
  notes?: string[];
}

/** Writes to a command of this task. Throws COMMAND_NOT_FOUND, INPUT_CLOSED, INPUT_FULL or DANGEROUS_COMMAND. */
export async function writeCommandInput(
  { commandId, input, closeStdin = false }: WriteCommandInputParams,
  context: Pick<ToolContext, 'services' | 'principal' | 'taskId'>,
): Promise<WriteCommandInputValue> {
  const command = TaskCommands.of(servicesOf(context).processes).find(commandId, context);
  if (command.prepared.readsCommandsFromInput) await recordInput(input, command);
  if (input !== '') {
    const written = await command.handle.write(input);
    if (!written.ok) throw new ToolFailure(written.error);
  }
  if (closeStdin) command.handle.closeInput();
  const isOpenLine = input !== '' && !input.endsWith('\n') && !closeStdin;
  return {
    written: Buffer.byteLength(input),
    ...(await describeCommand(command)),
    ...(isOpenLine && { notes: ['The input does not end with a line break; most programs wait for one.'] }),
  };
}

/** Checks the input together with the earlier input, again if another call has written meanwhile. */
async function recordInput(input: string, command: TaskCommand): Promise<void> {
  const { cwd, shell } = command.prepared;
  for (;;) {
    const { inputTail } = command;
    await checkInput(input, { cwd, dialect: shell.dialect, inputTail });
    if (command.inputTail !== inputTail) continue;
    command.inputTail = appendInput(inputTail, input);
    return;
  }
}
