import { parseCommandRule, type CommandRule } from '@ku0/agent-runtime-tools-commands';
import { linearPattern } from '@ku0/agent-runtime-tools-core';
import type { ApprovalCondition } from './approval-policy.ts';
import { regularSource, textTest } from './compile-condition.ts';

/**
 * What an approving policy consents to in each part of a command. Without a condition on it: anything understood. Words
 * count from the first: a condition that only holds further back would let any program pass in front of it.
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

/** The pattern has to match from the first word on, up to the end of a word. */
function fromTheStart({ value }: ApprovalCondition): (words: string) => boolean {
  const { source, flags } = regularSource(value);
  const pattern = linearPattern(`^(?:${source})$`, flags.replace('m', ''));
  return (joined) => {
    const words = joined.split('\0').map(quoted);
    for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
      const text = words.slice(0, count).join(' ');
      if (pattern.test(text) || pattern.test(`${text} `)) return true;
    }
    return false;
  };
}

/** A word with blanks is not two words. */
function quoted(word: string): string {
  return word === '' || /\s/.test(word) ? `'${word}'` : word;
}

/** The words that a pattern spells out from the beginning: what it names, in contrast to what it only lets pass. */
function literalPrefix({ operator, value }: ApprovalCondition): string[] {
  if (operator !== 'matches') return [];
  const { source, flags } = regularSource(value);
  const found = flags.includes('i') ? null : SPELLED.exec(source);
  if (found === null || hasTopLevelChoice(source)) return [];
  const [, spelled = '', rest = ''] = found;
  // A repetition sign belongs to the character before it.
  const solid = /^[*+?{]/.test(rest) ? spelled.slice(0, -1) : spelled;
  const words = solid
    .replace(/\\s\+?/g, ' ')
    .replace(/\\([./-])/g, '$1')
    .split(' ');
  // The last word counts only where the pattern ends it.
  if (solid !== spelled || !ENDS_WORD.test(rest)) words.pop();
  return words.filter((word) => word !== '');
}

function hasTopLevelChoice(source: string): boolean {
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
const MOST_WORDS = 100;
