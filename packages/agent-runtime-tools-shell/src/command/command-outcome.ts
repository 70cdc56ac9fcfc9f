import type { ArtifactRef } from '@ku0/agent-runtime-tools-core';
import type { Survivor } from '@ku0/agent-runtime-tools-processes';

/** What became of a foreground command. */
export interface CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Absent while it goes on in the background. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly durationMs: number;
  readonly truncated: boolean;
  readonly artifact?: ArtifactRef;
  /** There when its time was up and it went on in the background. */
  readonly commandId?: string;
  readonly survivors: readonly Survivor[];
  readonly notes: readonly string[];
}

/** The part of an outcome that survives a failure. */
export function outputDetails({
  stdout,
  stderr,
  durationMs,
  artifact,
  survivors,
}: CommandOutcome): Record<string, unknown> {
  return {
    output: stdout,
    stderr,
    duration: Math.round(durationMs),
    ...(artifact !== undefined && { artifact: artifact.id }),
    ...(survivors.length > 0 && { survivors }),
  };
}
