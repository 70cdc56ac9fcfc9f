import { parseCommandRule, type CommandRule } from '@ku0/agent-runtime-tools-commands';
import { linearPattern } from '@ku0/agent-runtime-tools-core';
import type { ApprovalCondition } from '../approval-policy.ts';
import { regularSource, textTest } from './compile-condition.ts';

/**
 * The command rule of a policy that approves. Without a condition on the command, it covers every command that is
 * understood. A condition must match from the first word: otherwise any program could be put in front of the approved words.
 *
 *     matches "git log"    git log -5: yes    sudo git log: no
 */
export function commandConsent(name: string, conditions: readonly ApprovalCondition[]): CommandRule {
  const rules = conditions.filter(({ type }) => type === 'command').map((condition) => ruleFor(name, condition));
  const [only] = rules;
  if (only === undefined) return { ...parseCommandRule('*'), text: name };
  if (rules.length === 1) return only;
  const narrowest = rules.reduce((a, b) => (b.literalWords > a.literalWords ? b : a));
  return { ...narrowest, text: name, exact: false, matches: (words) => rules.every((rule) => rule.matches(words)) };
}

function ruleFor(name: string, condition: ApprovalCondition): CommandRule {
  const { operator, value } = condition;
  const spelled = String(value).replaceAll('*', '\\*');
  if (operator === 'equals') return { ...parseCommandRule(spelled), text: name };
  if (operator === 'contains') return { ...parseCommandRule(`${spelled.trim()} *`), text: name };
  const test = operator === 'matches' ? fromTheStart(condition) : ofLength(condition);
  const prefix = literalPrefix(condition);
  return {
    text: name,
    exact: false,
    literalWords: prefix.length,
    name: prefix[0],
    assignments: [],
    compound: false,
    matches: test,
  };
}

function ofLength(condition: ApprovalCondition): (words: string) => boolean {
  const test = textTest(condition);
  return (joined) => test(joined.replaceAll('\0', ' '));
}

/** The pattern must match from the first word up to the end of some word. */
function fromTheStart({ value }: ApprovalCondition): (words: string) => boolean {
  const { source, flags } = regularSource(value);
  const pattern = linearPattern(`^(?:${source})$`, flags.replace('m', ''));
  return (joined) => {
    const words = joined.split('\0').map(quoted);
    for (let count = Math.min(words.length, MAX_WORDS); count > 0; count--) {
      const text = words.slice(0, count).join(' ');
      if (pattern.test(text) || pattern.test(`${text} `)) return true;
    }
    return false;
  };
}

/** Quotes a word with blanks, so that it does not look like two words. */
function quoted(word: string): string {
  return word === '' || /\s/.test(word) ? `'${word}'` : word;
}

/** The literal words at the start of a pattern: the policy names these, and only tolerates what follows. */
function literalPrefix({ operator, value }: ApprovalCondition): string[] {
  if (operator !== 'matches') return [];
  const { source, flags } = regularSource(value);
  const found = flags.includes('i') ? null : SPELLED.exec(source);
  if (found === null || hasTopLevelAlternative(source)) return [];
  const [, spelled = '', rest = ''] = found;
  // A quantifier applies to the last character.
  const certain = /^[*+?{]/.test(rest) ? spelled.slice(0, -1) : spelled;
  const words = certain
    .replace(/\\s\+?/g, ' ')
    .replace(/\\([./-])/g, '$1')
    .split(' ');
  // The last word counts only if the pattern ends it.
  if (certain !== spelled || !ENDS_WORD.test(rest)) words.pop();
  return words.filter((word) => word !== '');
}

function hasTopLevelAlternative(source: string): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}

const SPELLED = /^\^?((?:[A-Za-z0-9_/:@%,=-]|\\[./-]| |\\s\+?)+)(.*)$/s;
const ENDS_WORD = /^(?:$|\$|\\b|\\s|\(\?:\\s|\(\?: |\( |\(\\s)/;
const MAX_WORDS = 100;
