import { Type } from '@ku0/agent-runtime-tools-core';
import type { CommandOutcome } from '../command/command-outcome.ts';
import { survivorList } from './survivor-list.ts';
import type { SurvivorList } from './survivor-list.ts';

/** What the tools that run a command return, under one set of names. */
export interface CommandValue {
  stdout: string;
  stderr: string;
  exitCode?: number;
  signal?: string;
  /** In milliseconds. */
  duration: number;
  truncated: boolean;
  artifact?: string;
  commandId?: string;
  survivors?: SurvivorList;
  notes?: string[];
}

/** Its schema, member by member. */
export const commandValueSchema = {
  stdout: Type.String(),
  stderr: Type.String(),
  exitCode: Type.Optional(Type.Integer()),
  signal: Type.Optional(Type.String()),
  duration: Type.Number(),
  truncated: Type.Boolean(),
  artifact: Type.Optional(Type.String()),
  commandId: Type.Optional(Type.String()),
  survivors: Type.Optional(survivorList),
  notes: Type.Optional(Type.Array(Type.String())),
};

export function commandValue({ artifact, durationMs, notes, survivors, ...rest }: CommandOutcome): CommandValue {
  return {
    ...rest,
    duration: Math.round(durationMs),
    ...(artifact && { artifact: artifact.id }),
    ...(survivors.length > 0 && { survivors: survivors.map((survivor) => ({ ...survivor })) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}
