/** Whether a character is in a set such as `[a-z]`. */
export type CharacterTest = (character: string) => boolean;

/** The position of the `]` that closes the bracket expression at `start`; `start` itself when none does. */
export function bracketEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '!' || pattern[at] === '^') at++;
  // A bracket at the beginning is a member: []a] is ] or a.
  if (pattern[at] === ']') at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === ']') return at;
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') at += Math.max(0, (namedClassAt(pattern, at)?.text.length ?? 0) - 1);
  }
  return start;
}

/** Compiles what is between the brackets. Throws a SyntaxError for a range that runs backwards and for an unknown class. */
export function bracketExpression(
  inside: string,
  { ignoreCase = false }: { ignoreCase?: boolean } = {},
): CharacterTest {
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const members = parseMembers(negated ? inside.slice(1) : inside);
  const isMember = (character: string): boolean => members.some((fits) => fits(character));
  if (!ignoreCase) return (character) => isMember(character) !== negated;
  return (character) => (isMember(character.toLowerCase()) || isMember(character.toUpperCase())) !== negated;
}

function parseMembers(text: string): CharacterTest[] {
  const members: CharacterTest[] = [];
  const characters = Array.from(text);
  let at = 0;
  const next = (): string => {
    const character = characters[at++] ?? '';
    return character === '\\' && at < characters.length ? (characters[at++] ?? '') : character;
  };
  while (at < characters.length) {
    const named = characters[at] === '[' ? namedClassAt(characters.slice(at, at + MAX_CLASS).join(''), 0) : undefined;
    if (named !== undefined) {
      members.push(namedClass(named));
      at += named.text.length;
      continue;
    }
    const from = next();
    const isRange = characters[at] === '-' && at + 1 < characters.length;
    if (isRange) at++;
    const to = isRange ? next() : from;
    members.push(range(from, to));
  }
  return members;
}

function range(from: string, to: string): CharacterTest {
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (high < low) throw new SyntaxError(`the range ${from}-${to} runs backwards`);
  return (character) => {
    const code = character.codePointAt(0) ?? -1;
    return code >= low && code <= high;
  };
}

interface NamedClass {
  readonly text: string;
  /** Of `[:alpha:]`; undefined for `[.hyphen.]` and `[=e=]`, which depend on the language. */
  readonly name: string | undefined;
}

/** The class that begins here, within a bracket expression: `[:alpha:]`. */
function namedClassAt(pattern: string, at: number): NamedClass | undefined {
  const found = /^\[([:.=])([\w-]+)\1\]/.exec(pattern.slice(at, at + MAX_CLASS));
  return found === null ? undefined : { text: found[0], name: found[1] === ':' ? found[2] : undefined };
}

function namedClass({ name = '', text }: NamedClass): CharacterTest {
  const pattern = NAMED_CLASSES.get(name);
  if (pattern === undefined) throw new SyntaxError(`${text} is not a character class`);
  return (character) => pattern.test(character);
}

/** The length of the longest that is recognised. */
const MAX_CLASS = 20;
/** POSIX's character classes, for ASCII. */
const NAMED_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /^[A-Za-z0-9]$/],
  ['alpha', /^[A-Za-z]$/],
  ['blank', /^[ \t]$/],
  ['cntrl', /^[\0-\x1f\x7f]$/],
  ['digit', /^\d$/],
  ['graph', /^[!-~]$/],
  ['lower', /^[a-z]$/],
  ['print', /^[ -~]$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['space', /^[ \t-\r]$/],
  ['upper', /^[A-Z]$/],
  ['xdigit', /^[\dA-Fa-f]$/],
]);
