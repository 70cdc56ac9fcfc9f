import { constants } from 'node:os';
import { Type } from '@ku0/agent-runtime-tools-core';
import type { Static } from '@ku0/agent-runtime-tools-core';
import type { TaskCommand } from './task-commands.ts';

/** The state of a background command, property by property, as all tools report it. */
export const commandStateSchema = {
  commandId: Type.String(),
  status: Type.Union([
    Type.Literal('running'),
    Type.Literal('exited'),
    Type.Literal('killed'),
    Type.Literal('timed-out'),
  ]),
  exitCode: Type.Optional(Type.Integer()),
  signal: Type.Optional(Type.String()),
  waitingForInput: Type.Optional(Type.Boolean()),
};

const CommandState = Type.Object(commandStateSchema);
export type CommandState = Static<typeof CommandState>;

/** The current state. `waitingForInput` is present if the command is blocked until it gets input. */
export async function describeCommand({ id, handle }: TaskCommand): Promise<CommandState> {
  const isWaiting = await handle.isWaitingForInput();
  const { status, signal } = handle;
  const exitCode = exitCodeOf(handle);
  return {
    commandId: id,
    status: STATUS[status],
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...(isWaiting === true && status === 'running' && { waitingForInput: true }),
  };
}

const STATUS = {
  running: 'running',
  exited: 'exited',
  signaled: 'killed',
  cancelled: 'killed',
  'timed-out': 'timed-out',
  'failed-to-start': 'exited',
} as const;

/** The exit code as shells report it: 128 plus the signal number for a program that was ended by a signal. */
export function exitCodeOf({
  exitCode,
  signal,
}: {
  exitCode?: number | undefined;
  signal?: string | undefined;
}): number | undefined {
  if (exitCode !== undefined || signal === undefined) return exitCode;
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return 128 + (number ?? 0);
}
