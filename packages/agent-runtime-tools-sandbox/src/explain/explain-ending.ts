import type { LimitHit } from '../sandbox-limits.ts';
import type { SandboxProfile } from '../sandbox-profile.ts';
import { recogniseDenials } from './recognise-denials.ts';
import { recogniseLimit } from './recognise-limit.ts';
import type { EndedProgram } from './recognise-limit.ts';

export interface Explanation {
  readonly limitHit: LimitHit | undefined;
  readonly refused: readonly string[];
}

/** Why a program ended as it did. A limit for which it was stopped counts before one that it speaks of. */
export function explainEnding(ended: EndedProgram, profile: SandboxProfile, stoppedFor?: LimitHit): Explanation {
  return { limitHit: stoppedFor ?? recogniseLimit(ended), refused: recogniseDenials(ended, profile) };
}
