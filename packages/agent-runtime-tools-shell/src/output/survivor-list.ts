import { Type } from '@ku0/agent-runtime-tools-core';
import type { Static } from '@ku0/agent-runtime-tools-core';

/** Processes that a command left running, and whether they could be ended. */
export const survivorList = Type.Array(
  Type.Object({ pid: Type.Integer(), command: Type.String(), ended: Type.Boolean() }),
);

export type SurvivorList = Static<typeof survivorList>;
