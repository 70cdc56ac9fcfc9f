import { isCapabilityFlag, linearPattern } from '@ku0/agent-runtime-tools-core';
import { compileIgnorePattern, compilePathGlob, isLiteralGlob, possibleHosts } from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../../calls/call-facts.ts';
import { allPathForms, commandTexts, isPartOfSomePath, pathNames } from '../../calls/derived-facts.ts';
import { riskOf, scoreOf } from '../../calls/risk/call-risk.ts';
import type { ApprovalCondition } from '../approval-policy.ts';
import { foldPath } from '../../calls/paths/path-fact.ts';

/** Whether a condition holds for a call in a workspace with these roots. */
export type ConditionTest = (facts: CallFacts, roots: readonly string[]) => boolean;

/**
 * Compiles a condition. For a policy that restricts (denies or asks), one matching value is enough; for one that approves, all
 * values must match. Throws a TypeError for an invalid condition, and for a pattern that could take more than linear time.
 */
export function compileCondition(condition: ApprovalCondition, restricts: boolean): ConditionTest {
  const { type } = condition;
  switch (type) {
    case 'path':
      return pathTest(condition, restricts);
    case 'content':
      return someOrAll((facts) => facts.contents, textTest(condition), restricts);
    case 'url':
      return urlTest(condition, restricts);
    case 'command':
      return commandTest(condition, restricts);
    case 'size': {
      const test = numberTest(condition, numeric(condition));
      return (facts) => facts.size !== undefined && test(facts.size);
    }
    case 'risk':
      return riskTest(condition);
    case 'capability':
      return capabilityTest(condition);
    case 'mode': {
      const test = textTest(condition);
      if (condition.operator === 'equals' && condition.value !== 'plan' && condition.value !== 'act')
        throw new TypeError('the mode of a call is plan or act');
      return (facts) => test(facts.mode);
    }
    default:
      throw new TypeError(`there is no condition of the type ${JSON.stringify(type satisfies never)}`);
  }
}

/** Compiles the operator and value of a condition into a test for one string. */
export function textTest({ operator, value }: ApprovalCondition): (text: string) => boolean {
  switch (operator) {
    case 'equals':
      return (text) => text === String(value);
    case 'contains': {
      const part = requireText(value, operator);
      if (part === '') throw new TypeError('"contains" needs a string that is not empty');
      return (text) => text.includes(part);
    }
    case 'matches':
      return regularTest(value);
    case 'lessThan':
    case 'greaterThan': {
      const test = numberTest({ operator }, Number(value));
      return (text) => test(text.length);
    }
    default:
      throw new TypeError(`there is no operator ${JSON.stringify(operator satisfies never)}`);
  }
}

/** The source and flags of a regular expression, given as one, as `/source/flags`, or as its source. */
export function regularSource(value: string | number | RegExp): { source: string; flags: string } {
  if (value instanceof RegExp) return { source: value.source, flags: value.flags.replace(/[gy]/g, '') };
  const spelled = /^\/(.+)\/([a-z]*)$/s.exec(String(value));
  return spelled !== null && /^[imsuv]*$/.test(spelled[2] ?? '')
    ? { source: spelled[1] ?? '', flags: spelled[2] ?? '' }
    : { source: String(value), flags: '' };
}

/** With `byLines` false, `^` and `$` mean the whole string: to approve a path, one line of it must not be enough. */
function regularTest(value: string | number | RegExp, byLines = true): (text: string) => boolean {
  const { source, flags } = regularSource(value);
  const pattern = linearPattern(source, byLines ? flags : flags.replace('m', ''));
  return (text) => pattern.test(text);
}

function someOrAll(
  values: (facts: CallFacts) => readonly string[],
  test: (text: string) => boolean,
  restricts: boolean,
): ConditionTest {
  return restricts
    ? (facts) => values(facts).some(test)
    : (facts) => {
        const all = values(facts);
        return all.length > 0 && all.every(test);
      };
}

function pathTest(condition: ApprovalCondition, restricts: boolean): ConditionTest {
  const tests =
    condition.operator === 'matches' ? pathMatchers(condition, restricts) : [pathTextTest(condition, restricts)];
  const [only] = tests;
  const fits =
    tests.length === 1 && only !== undefined ? only : (text: string): boolean => tests.some((test) => test(text));
  const part = condition.operator === 'contains' ? String(condition.value) : '';
  const mayFit = (facts: CallFacts): boolean => part === '' || isPartOfSomePath(facts, part);
  if (restricts) {
    return (facts, roots) => facts.paths.length > 0 && mayFit(facts) && allPathForms(facts, roots).some(fits);
  }
  return (facts, roots) => {
    if (facts.paths.length === 0 || !facts.pathsComplete || !mayFit(facts)) return false;
    const counted = pathNames(facts, roots);
    // Through a link, both names must match to approve.
    return counted.length > 0 && counted.every((names) => names.every((forms) => forms.some(fits)));
  };
}

/** A file or folder name that every matching path must have, if the condition spells one out; folded to lower case. */
export function requiredPathName({ type, operator, value }: ApprovalCondition): string | undefined {
  if (type !== 'path' || typeof value !== 'string') return undefined;
  const isGlob = operator === 'matches' && !isRegular(value) && !value.includes(AMBIGUOUS);
  if (operator !== 'equals' && !isGlob) return undefined;
  const name = value.split('/').findLast((each) => each !== '' && each !== '.' && isLiteralGlob(each));
  return name === undefined ? undefined : foldPath(name);
}

function pathTextTest(condition: ApprovalCondition, restricts: boolean): (text: string) => boolean {
  if (condition.operator !== 'equals' || typeof condition.value !== 'string') return textTest(condition);
  const wanted = condition.value.replace(/^\.\//, '');
  return restricts ? orFolded(wanted, (name) => (text) => text === name) : (text) => text === wanted;
}

/** Some file systems ignore case and accents, so a restriction on a name also holds for its other spellings. */
function orFolded(wanted: string, test: (wanted: string) => (text: string) => boolean): (text: string) => boolean {
  const exact = test(wanted);
  const loose = test(foldPath(wanted));
  return (text) => exact(text) || loose(foldPath(text));
}

/** A string is a glob unless only a regular expression is written like that. If it may be either, restrictions use both. */
function pathMatchers({ value }: ApprovalCondition, restricts: boolean): ((text: string) => boolean)[] {
  if (typeof value !== 'string' || isRegular(value)) return [regularTest(value, restricts)];
  const spelled = restricts ? orFolded(value, globTest) : globTest(value);
  return restricts && value.includes(AMBIGUOUS) && !value.includes('**') ? [spelled, regularTest(value)] : [spelled];
}

/** `src/` is the folder with everything in it, as `src` is. */
function globTest(pattern: string): (text: string) => boolean {
  if (!pattern.includes('/')) return compileIgnorePattern(pattern);
  const trimmed = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  const isEverything = /^(?:\.?\/)*\.?$/.test(trimmed);
  const globs = pattern.endsWith('/') ? [trimmed, `${trimmed}/**`] : [trimmed];
  const tests = isEverything ? [(): boolean => true] : globs.map((glob) => compilePathGlob(glob));
  const matches = (text: string): boolean => tests.some((test) => test(text));
  return pattern.startsWith('/') ? (text) => text.startsWith('/') && matches(text.slice(1)) : matches;
}

function isRegular(value: string): boolean {
  return /^\/.+\/[imsuv]*$/.test(value) || REGULAR.test(value);
}

const REGULAR = /^\^|\$$|\\[.dwsbDWSB/\\-]|[()|+]/;
const AMBIGUOUS = '.*';

/** To approve by a host name, the name must be the host of the address, not any part of it. */
function urlTest(condition: ApprovalCondition, restricts: boolean): ConditionTest {
  const test = condition.operator === 'matches' ? regularTest(condition.value, restricts) : textTest(condition);
  const byText = someOrAll((facts) => facts.urls.flatMap(spellingsOf), test, restricts);
  const { operator, value } = condition;
  const name = operator === 'matches' ? regularSource(value).source.replaceAll('\\.', '.') : String(value);
  if (restricts || operator === 'equals' || !HOST_NAME.test(name)) return byText;
  const isOfHost = (url: string): boolean => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '');
    return host === name.toLowerCase() || host?.endsWith(`.${name.toLowerCase()}`) === true;
  };
  return (facts, roots) => byText(facts, roots) && facts.urls.every(isOfHost);
}

const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;

/** An address as written, as parsed, and without a user name and password, which may look like a host. */
function spellingsOf(url: string): string[] {
  const parsed = URL.parse(url);
  // Some tools add http:// to an address without a scheme.
  if (parsed === null) return [url, ...possibleHosts(url)];
  const spellings = parsed.href === url ? [url] : [url, parsed.href];
  if (parsed.username === '' && parsed.password === '') return spellings;
  parsed.username = '';
  parsed.password = '';
  return [...spellings, parsed.href];
}

/** A restriction is tried on every spelling of the command. Approval is judged part by part, by the command rule. */
function commandTest(condition: ApprovalCondition, restricts: boolean): ConditionTest {
  const test = textTest(condition);
  if (!restricts) return (facts) => facts.command !== undefined;
  return (facts) => facts.command !== undefined && commandTexts(facts).some(test);
}

function riskTest(condition: ApprovalCondition): ConditionTest {
  const { operator, value } = condition;
  const score = value instanceof RegExp ? undefined : scoreOf(value);
  if (operator === 'contains' || operator === 'matches') {
    const test = textTest(condition);
    return (facts) => test(riskOf(facts).level);
  }
  if (score === undefined) throw new TypeError('a risk is low, medium, high, critical, or a number up to 100');
  const test = numberTest({ operator }, score);
  return (facts) => test(riskOf(facts).score);
}

function capabilityTest({ operator, value }: ApprovalCondition): ConditionTest {
  const name = requireText(value, operator);
  if (operator !== 'equals' && operator !== 'contains')
    throw new TypeError('a capability can be tested with "equals" alone');
  if (!isCapabilityFlag(name)) throw new TypeError(`there is no capability ${JSON.stringify(name)}`);
  return ({ profile }) => profile.capabilities[name];
}

function numeric({ value, type }: ApprovalCondition): number {
  const number = value instanceof RegExp ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`a condition on ${type} needs a number`);
  return number;
}

function numberTest({ operator }: Pick<ApprovalCondition, 'operator'>, wanted: number): (value: number) => boolean {
  if (!Number.isFinite(wanted)) throw new TypeError(`"${operator}" needs a number`);
  if (operator === 'equals') return (value) => value === wanted;
  if (operator === 'lessThan') return (value) => value < wanted;
  if (operator === 'greaterThan') return (value) => value > wanted;
  throw new TypeError(`"${operator}" cannot be used with numbers`);
}

function requireText(value: string | number | RegExp, operator: string): string {
  if (typeof value !== 'string') throw new TypeError(`"${operator}" needs a string`);
  return value;
}
