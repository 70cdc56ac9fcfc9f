import type { LimitHit } from '../sandbox-limits.ts';
import type { SandboxProfile } from '../sandbox-profile.ts';
import { detectDenials } from './detect-denials.ts';
import { detectLimit } from './detect-limit.ts';
import type { EndedProgram } from './detect-limit.ts';

export interface Explanation {
  readonly limitHit: LimitHit | undefined;
  readonly refused: readonly string[];
}

/** Explains how a program ended. The limit for which it was stopped counts before a limit named in its output. */
export function explainEnding(ended: EndedProgram, profile: SandboxProfile, stoppedFor?: LimitHit): Explanation {
  return { limitHit: stoppedFor ?? detectLimit(ended), refused: detectDenials(ended, profile) };
}
