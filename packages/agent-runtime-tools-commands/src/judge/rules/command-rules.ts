import { posix } from 'node:path';
import type { CommandPart } from '../../command-analysis.ts';
import { joinWords, parseCommandRule, type CommandRule } from './command-rule.ts';

/** Parsed rules, indexed by the program they name. */
export interface CommandRules {
  readonly all: readonly CommandRule[];
  readonly byName: ReadonlyMap<string, readonly CommandRule[]>;
  readonly unnamed: readonly CommandRule[];
  readonly compound: readonly CommandRule[];
}

/** Parses and indexes rules once, for many calls of `judgeCommand`. */
export function compileCommandRules(rules: readonly (string | CommandRule)[]): CommandRules {
  const all = rules.map((rule) => (typeof rule === 'string' ? parseCommandRule(rule) : rule));
  const byName = new Map<string, CommandRule[]>();
  const open: CommandRule[] = [];
  const compound: CommandRule[] = [];
  for (const rule of all) {
    if (rule.compound) compound.push(rule);
    else if (rule.name === undefined) open.push(rule);
    else {
      const known = byName.get(rule.name);
      if (known === undefined) byName.set(rule.name, [rule]);
      else known.push(rule);
    }
  }
  return { all, byName, unnamed: open, compound };
}

/** The rules that match these words. */
export function matchingRules(rules: CommandRules, words: readonly string[]): CommandRule[] {
  const named = rules.byName.get(words[0] ?? '');
  if (named === undefined && rules.unnamed.length === 0) return [];
  const joined = joinWords(words);
  const found: CommandRule[] = [];
  for (const rule of named ?? []) if (rule.matches(joined)) found.push(rule);
  for (const rule of rules.unnamed) if (rule.matches(joined)) found.push(rule);
  return found;
}

/**
 * The first deny or ask rule that matches a part. The program is also matched without its folder, and the part without
 * the options before its subcommand: `rm *` matches `/bin/rm x`, `git push *` matches `git -C a push`.
 */
export function restrictingRule(rules: CommandRules, part: CommandPart): CommandRule | undefined {
  if (rules.all.length === 0 || part.argv.length === 0) return undefined;
  for (const form of part.forms.deny === undefined ? [part.argv] : [part.argv, part.forms.deny]) {
    const [name = '', ...rest] = form;
    const base = posix.basename(name);
    const spellings = new Set([name, base]);
    if (CASE_INSENSITIVE) spellings.add(base.toLowerCase());
    for (const spelling of spellings) {
      for (const rule of matchingRules(rules, [spelling, ...rest])) {
        if (rule.assignments.every((text) => part.assignments.some((assignment) => assignment.text === text))) {
          return rule;
        }
      }
    }
  }
  return undefined;
}

/** The first rule with operators, such as `curl * | sh`, that matches the whole text. */
export function compoundRule(rules: CommandRules, text: string): CommandRule | undefined {
  if (rules.compound.length === 0) return undefined;
  const spaced = text.trim().replace(/\s+/g, ' ');
  return rules.compound.find((rule) => rule.matches(spaced));
}

const CASE_INSENSITIVE = process.platform === 'darwin' || process.platform === 'win32';
