import type { CallFacts } from '../call-facts.ts';
import { credentialReason, isCredentialPath } from './credential-paths.ts';
import { dangerOf } from '../derived-facts.ts';

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical';

/** How much damage a call could do. Derived from the tool and what its arguments mean; no argument can state it. */
export interface CallRisk {
  readonly level: RiskLevel;
  /** From 0 to 100, for policy conditions that compare. */
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
  if (unknown) return risk('high', 'it is not known what this tool does');
  // The analysed command says more than the capabilities of a tool that can run any command.
  if (facts.command !== undefined) return commandRisk(facts);
  if (capabilities.destructive) return risk('high', 'it may delete or overwrite what is there');
  if (capabilities.executesCommands) return risk('medium', 'it runs programs');
  if (capabilities.writesFiles) return risk('medium', 'it changes files');
  if (capabilities.accessesNetwork) return risk('medium', 'it reaches the network');
  return risk('low', 'it only reads');
}

/** The score of a level or a number; undefined for an unknown level. */
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
