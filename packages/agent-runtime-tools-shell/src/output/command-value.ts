import { Type } from '@ku0/agent-runtime-tools-core';
import type { ArtifactRef, Static } from '@ku0/agent-runtime-tools-core';

/** Processes that outlived a command, and whether they could be ended. */
export const survivorListSchema = Type.Array(
  Type.Object({ pid: Type.Integer(), command: Type.String(), ended: Type.Boolean() }),
);

export type SurvivorList = Static<typeof survivorListSchema>;

/** The value of every tool that runs a command, property by property. */
export const commandValueSchema = {
  stdout: Type.String(),
  stderr: Type.String(),
  exitCode: Type.Optional(Type.Integer()),
  signal: Type.Optional(Type.String()),
  duration: Type.Number(),
  truncated: Type.Boolean(),
  artifact: Type.Optional(Type.String()),
  commandId: Type.Optional(Type.String()),
  survivors: Type.Optional(survivorListSchema),
  notes: Type.Optional(Type.Array(Type.String())),
};

const CommandValue = Type.Object(commandValueSchema);

/**
 * What became of a command. `exitCode` is absent and `commandId` present while it runs in the background. `duration` is in
 * milliseconds, `artifact` the id of the artifact with the full or raw output.
 */
export type CommandValue = Static<typeof CommandValue>;

/** The value of a call, and the artifact that its metadata names. */
export interface CommandResult<Value = CommandValue> {
  readonly value: Value;
  readonly artifact?: ArtifactRef;
}
