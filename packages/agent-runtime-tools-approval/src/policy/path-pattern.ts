import { expandBraces, matchWildcards } from './name-pattern.ts';

/** Whether a path, with `/` and without a leading one, fits a pattern. */
export type PathPattern = (path: string) => boolean;

export interface PathPatternOptions {
  /** A pattern without a slash fits at any depth, and whatever fits a folder fits what is in it, as in .gitignore. */
  readonly gitignore?: boolean;
  readonly ignoreCase?: boolean;
}

/** Compiles a glob for paths: `*` and `?` stay within a name, `**` crosses folders, `{a,b}` and `[a-z]` as usual. */
export function pathPattern(pattern: string, options: PathPatternOptions = {}): PathPattern {
  const spelled = options.ignoreCase === true ? pattern.toLowerCase() : pattern;
  const tests = expandBraces(spelled).map((choice) => onePattern(choice, options.gitignore === true));
  const [only] = tests;
  const test = tests.length === 1 && only !== undefined ? only : (path: string) => tests.some((each) => each(path));
  return options.ignoreCase === true ? (path) => test(path.toLowerCase()) : test;
}

/** Whether a pattern has nothing special in it: it names one path. */
export function isLiteralPath(pattern: string): boolean {
  return !/[*?[\]{}\\!]/.test(pattern);
}

function onePattern(pattern: string, gitignore: boolean): PathPattern {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  if (trimmed === '' || trimmed === '.') return () => true;
  const isAnchored = !gitignore || pattern.startsWith('/') || pattern.startsWith('./') || trimmed.includes('/');
  const segments = trimmed.split('/').filter((segment) => segment !== '' && segment !== '.');
  const wanted = (isAnchored ? segments : ['**', ...segments]).map(segmentPattern);
  // Most paths lack a name that the pattern spells out: no need to take them apart.
  const spelled = segments.find((segment) => !/[*?[\\]/.test(segment)) ?? '';
  return (path) => path.includes(spelled) && matchSegments(wanted, path.split('/'), gitignore);
}

type Segment = '**' | ((name: string) => boolean);

function segmentPattern(segment: string): Segment {
  if (segment === '**') return '**';
  if (!/[*?[\\]/.test(segment)) return (name) => name === segment;
  if (/[[\\]/.test(segment)) return classPattern(segment);
  return (name) => matchWildcards(segment, name);
}

/** Each `**` remembers where to go on from: the last one suffices, as with single stars. */
function matchSegments(wanted: readonly Segment[], names: readonly string[], prefix: boolean): boolean {
  let place = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < names.length) {
    const segment = wanted[place];
    if (segment === '**') {
      star = place++;
      resume = at;
      // `folder/**` means what is in the folder, at any depth.
      if (place === wanted.length) return true;
    } else if (segment !== undefined && segment(names[at] ?? '')) {
      place++;
      at++;
      if (prefix && place === wanted.length) return true;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  // `folder/**` does not name the folder itself.
  return place === wanted.length;
}

/** A name pattern with `[...]` or escapes, matched token by token. */
function classPattern(segment: string): (name: string) => boolean {
  const tokens = tokenize(segment);
  return (name) => matchTokens(tokens, [...name]);
}

type Token = '*' | ((character: string) => boolean);

function tokenize(segment: string): Token[] {
  const tokens: Token[] = [];
  const characters = [...segment];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') tokens.push('*');
    else if (character === '?') tokens.push(() => true);
    else if (character === '\\' && at + 1 < characters.length) tokens.push(literal(characters[++at] ?? ''));
    else if (character === '[') {
      const end = characters.indexOf(']', at + 2);
      if (end < 0) tokens.push(literal('['));
      else {
        tokens.push(characterClass(characters.slice(at + 1, end)));
        at = end;
      }
    } else tokens.push(literal(character));
  }
  return tokens;
}

function literal(wanted: string): (character: string) => boolean {
  return (character) => character === wanted;
}

function characterClass(members: readonly string[]): (character: string) => boolean {
  const negated = members[0] === '!' || members[0] === '^';
  const listed = negated ? members.slice(1) : members;
  const ranges: [string, string][] = [];
  for (let at = 0; at < listed.length; at++) {
    const first = listed[at] ?? '';
    const last = listed[at + 1] === '-' ? listed[at + 2] : undefined;
    ranges.push([first, last ?? first]);
    if (last !== undefined) at += 2;
  }
  return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== negated;
}

function matchTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  let place = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < characters.length) {
    const token = tokens[place];
    if (token === '*') {
      star = place++;
      resume = at;
    } else if (token !== undefined && token(characters[at] ?? '')) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  while (tokens[place] === '*') place++;
  return place === tokens.length;
}
