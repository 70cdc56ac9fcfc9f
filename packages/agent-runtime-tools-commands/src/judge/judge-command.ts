import type { CommandAnalysis, CommandPart } from '../command-analysis.ts';
import { compileCommandRules, compoundRule, restrictingRule, type CommandRules } from './rules/command-rules.ts';
import type { CommandRule } from './rules/command-rule.ts';
import { Coverage } from './rules/coverage.ts';
import type { DiskReader } from './paths/disk-reader.ts';
import { PathChecker, type PathDecision } from './paths/path-checker.ts';

export interface CommandPolicy {
  /** Rules as texts, or compiled once by `compileCommandRules`. */
  readonly allow?: CommandRules | readonly (string | CommandRule)[];
  readonly ask?: CommandRules | readonly (string | CommandRule)[];
  readonly deny?: CommandRules | readonly (string | CommandRule)[];
  /** The workspace; default: the folder the command starts in. */
  readonly roots?: readonly string[];
  /** The host's decision about a path; undefined leaves it to the roots. */
  readonly isPathAllowed?: PathDecision;
  /** Read the disk: resolve links, expand globs, read the settings of repositories. Default true. */
  readonly inspectFiles?: boolean;
  /** For a host that caches look-ups. Default: the file system. */
  readonly disk?: DiskReader;
  /** A person trusts the settings and hooks of the repositories in the workspace. Default false. */
  readonly trustRepositories?: boolean;
}

export type CommandDecision = 'allow' | 'ask' | 'deny';

export interface CommandVerdict {
  readonly decision: CommandDecision;
  /** For 'allow', the rule of every part; otherwise every objection. */
  readonly reasons: readonly VerdictReason[];
}

export interface VerdictReason {
  readonly why: string;
  readonly part?: CommandPart;
  readonly rule?: CommandRule;
}

/**
 * Decides about a command by rules. A deny rule that matches any part denies; an ask rule that matches any part asks.
 * The command is allowed only if all of it was understood and allow rules cover every part.
 */
export function judgeCommand(analysis: CommandAnalysis, policy: CommandPolicy): CommandVerdict {
  const illegal = analysis.problems.find(({ kind }) => kind === 'nul');
  if (illegal !== undefined) return { decision: 'deny', reasons: [{ why: illegal.why }] };
  const denied = restrictions(analysis, compile(policy.deny), 'denied');
  if (denied.length > 0) return { decision: 'deny', reasons: denied };
  const asked = restrictions(analysis, compile(policy.ask), 'to be asked about');
  if (asked.length > 0) return { decision: 'ask', reasons: asked };

  const { coverage, whole } = coverageOf(analysis, policy);
  const objections: VerdictReason[] = [];
  const consents: VerdictReason[] = [];
  if (whole === undefined) {
    for (const problem of analysis.problems) objections.push({ why: `${problem.why}: ${problem.text}` });
  }
  for (const part of analysis.parts) {
    const { rule, concerns } = coverage.of(part);
    for (const why of concerns) objections.push({ why, part, ...(rule !== undefined && { rule }) });
    if (concerns.length === 0 && rule !== undefined) consents.push({ why: `covered by ${rule.text}`, part, rule });
  }
  if (objections.length > 0) return { decision: 'ask', reasons: objections };
  if (consents.length === 0) return { decision: 'ask', reasons: [{ why: 'no rule covers it' }] };
  return { decision: 'allow', reasons: consents };
}

/** For every part of a command, the allow rule that fits it best and what is left to object to. */
export function coverParts(analysis: CommandAnalysis, policy: CommandPolicy): CoveredPart[] {
  const { coverage } = coverageOf(analysis, policy);
  return analysis.parts.map((part) => {
    const { rule, concerns } = coverage.of(part);
    return { part, concerns, ...(rule !== undefined && { rule }) };
  });
}

/** A part of a command, and what rules say about it. */
export interface CoveredPart {
  readonly part: CommandPart;
  /** The rule that fits it; it covers the part if there are no concerns. */
  readonly rule?: CommandRule;
  /** Why the part is not allowed; empty if it is. */
  readonly concerns: readonly string[];
}

function coverageOf(
  analysis: CommandAnalysis,
  policy: CommandPolicy,
): { readonly coverage: Coverage; readonly whole: CommandRule | undefined } {
  const allow = compile(policy.allow);
  const text = trimBlanks(analysis.text);
  const whole = allow.all.find((rule) => rule.exact && rule.text === text);
  const { roots = [analysis.cwd], isPathAllowed, inspectFiles = true, disk } = policy;
  const paths = new PathChecker(roots, isPathAllowed, inspectFiles, disk);
  const coverage = new Coverage(analysis, allow, paths, {
    wholeTextRule: whole,
    inspectRepositories: inspectFiles && policy.trustRepositories !== true,
  });
  return { coverage, whole };
}

/** Trims only the blanks that the shell ignores. Other white space is part of a word. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.has(text.charAt(start))) start++;
  while (end > start && BLANKS.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function restrictions(analysis: CommandAnalysis, rules: CommandRules, what: string): VerdictReason[] {
  if (rules.all.length === 0) return [];
  const reasons: VerdictReason[] = [];
  for (const part of analysis.parts) {
    const rule = restrictingRule(rules, part);
    if (rule !== undefined) reasons.push({ why: `${part.argv.join(' ')} is ${what} by ${rule.text}`, part, rule });
  }
  const rule = compoundRule(rules, analysis.text);
  if (rule !== undefined) reasons.push({ why: `it is ${what} by ${rule.text}`, rule });
  return reasons;
}

function compile(rules: CommandPolicy['allow']): CommandRules {
  if (rules === undefined) return NO_RULES;
  return 'byName' in rules ? rules : compileCommandRules(rules);
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\n']);
const NO_RULES = compileCommandRules([]);
