import type { CallFacts } from '../call-facts.ts';
import { credentialReason, isCredentialPath } from './credential-paths.ts';
import { dangerOf } from '../derived-facts.ts';

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical';

/** How bad a call could turn out, worked out from the tool and its arguments, never read from them. */
export interface CallRisk {
  readonly level: RiskLevel;
  /** From 0 to 100, for conditions that compare. */
  readonly score: number;
  readonly why: string;
}

export function riskOf(facts: CallFacts): CallRisk {
  const { capabilities, unknown } = facts.profile;
  const danger = dangerOf(facts);
  if (danger !== undefined) return risk('critical', danger.why);
  for (const path of facts.paths) {
    if (path.possible) continue;
    if (isCredentialPath(path)) return risk('high', credentialReason(path));
    if (path.place === 'outside') return risk('high', path.concern ?? `${path.given} is outside the workspace`);
    if (path.protected && path.access !== 'read') return risk('high', `${path.given} configures programs`);
    if (path.access === 'delete') return risk('high', 'it deletes files');
  }
  if (unknown) return risk('high', 'nobody says what this tool does');
  // What a command does is known better from the command than from what any command could do.
  if (facts.command !== undefined) return commandRisk(facts);
  if (capabilities.destructive) return risk('high', 'it may delete or overwrite what is there');
  if (capabilities.executesCommands) return risk('medium', 'it runs programs');
  if (capabilities.writesFiles) return risk('medium', 'it changes files');
  if (capabilities.accessesNetwork) return risk('medium', 'it reaches the network');
  return risk('low', 'it only reads');
}

/** Scores and levels are two spellings of one scale. */
export function scoreOf(value: string | number): number | undefined {
  if (typeof value === 'number') return value;
  return Object.hasOwn(SCORES, value) ? SCORES[value as RiskLevel] : undefined;
}

function commandRisk({ command }: CallFacts): CallRisk {
  if (command === undefined || !command.complete) return risk('high', 'the command is not understood');
  const hazard = command.parts.flatMap((part) => part.hazards)[0];
  return hazard === undefined ? risk('medium', 'it runs programs') : risk('high', hazard.why);
}

function risk(level: RiskLevel, why: string): CallRisk {
  return { level, score: SCORES[level], why };
}

const SCORES: Readonly<Record<RiskLevel, number>> = { low: 10, medium: 40, high: 70, critical: 95 };
