import { matchLiteralPieces } from '@ku0/agent-runtime-tools-rules';

/** A parsed rule: the text inside `Bash(...)`. */
export interface CommandRule {
  readonly text: string;
  /** The rule has no `*`. */
  readonly exact: boolean;
  /** The number of words before the first `*`: the words that the rule names. */
  readonly literalWords: number;
  /** The same, including a word that the rule names in part: `curl https://x/*` has started to name an address. */
  readonly startedWords?: number;
  /** The folder before the first `*` and the index of its word: `rm dist/*` is about files in `dist/`. */
  readonly starFolder?: { readonly word: number; readonly folder: string };
  /** The program that the rule names, if any. */
  readonly name: string | undefined;
  /** The assignments before the command that the rule names. */
  readonly assignments: readonly string[];
  /** The rule has operators and is matched against the whole text, as `curl * | sh`. */
  readonly compound: boolean;
  matches(words: string): boolean;
  /** Whether the rule's word at this index matches a word by itself, without the words around it. */
  matchesWord?(at: number, word: string): boolean;
}

/**
 * Parses a rule: words as in a command, with quotes; `*` stands for any text, including several words; ` *` at the end
 * also for no words; `:*` at the end is the same as ` *`; `\*` is a literal star.
 *
 *     git log *        git log, git log -5
 *     npm run *lint*   npm run prelint:all
 */
export function parseCommandRule(text: string): CommandRule {
  const trimmed = text.trim();
  const spelled = trimmed.endsWith(':*') && !trimmed.endsWith(' :*') ? `${trimmed.slice(0, -2)} *` : trimmed;
  const { tokens, compound } = tokenize(spelled);
  let first = 0;
  while (first < tokens.length - 1 && /^[A-Za-z_][A-Za-z0-9_]*=/.test(tokens[first] ?? '')) first++;
  const words = tokens.slice(first);
  const firstWild = words.findIndex((word) => word.includes(STAR));
  const exact = firstWild < 0 && words.length > 0;
  const [name] = words;
  const literalWords = compound ? 0 : exact ? words.length : Math.max(firstWild, 0);
  const pattern = compound ? spelled.replace(/(?<!\\)\*/g, STAR).replace(/\s+/g, ' ') : words.join(SEPARATOR);
  return {
    text: trimmed,
    exact,
    compound,
    literalWords,
    startedWords: exact || words[firstWild]?.startsWith(STAR) === true ? literalWords : literalWords + 1,
    ...starFolderOf(words[firstWild], firstWild),
    name: name === undefined || name.includes(STAR) || compound ? undefined : name,
    assignments: tokens.slice(0, first),
    matches: compileMatcher(pattern),
    matchesWord: (at, word) => matchesWord(words[at] ?? '', word),
  };
}

function starFolderOf(word: string | undefined, at: number): Pick<CommandRule, 'starFolder'> {
  const folder = word === undefined ? undefined : /^[^-=\x01][^=\x01]*\//.exec(word)?.[0];
  return folder === undefined ? {} : { starFolder: { word: at, folder } };
}

/** A `*` does not match `..`: `scripts/*` does not cover `scripts/../x`. */
function matchesWord(pattern: string, word: string): boolean {
  return matchLiteralPieces(pattern.split(STAR), word) && (!UPWARDS.test(word) || UPWARDS.test(pattern));
}

/** Joins words for matching. No word contains the separator, NUL. */
export function joinWords(words: readonly string[]): string {
  return words.join(SEPARATOR);
}

function compileMatcher(pattern: string): (text: string) => boolean {
  if (pattern === '') return () => false;
  const pieces = pattern.split(STAR);
  const [first = ''] = pieces;
  if (pieces.length === 1) return (text) => text === first;
  const endsAtWord = pattern.endsWith(SEPARATOR + STAR);
  if (endsAtWord && pieces.length === 2) {
    const bare = first.slice(0, -1);
    return (text) => text.startsWith(bare) && (text.length === bare.length || text.startsWith(first));
  }
  const barePieces = endsAtWord ? pattern.slice(0, -2).split(STAR) : undefined;
  return (text) =>
    matchLiteralPieces(pieces, text) || (barePieces !== undefined && matchLiteralPieces(barePieces, text));
}

function tokenize(text: string): { tokens: string[]; compound: boolean } {
  const tokens: string[] = [];
  let token: string | undefined;
  let quote = '';
  let compound = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '*') token = (token ?? '') + STAR;
    else if (quote !== '') {
      if (char === quote) quote = '';
      else token = (token ?? '') + char;
    } else if ((char === '"' || char === "'") && text.indexOf(char, at + 1) > 0) {
      quote = char;
      token ??= '';
    } else if (char === '\\' && at + 1 < text.length) token = (token ?? '') + text.charAt(++at);
    else if (/\s/.test(char)) {
      if (token !== undefined) tokens.push(token);
      token = undefined;
    } else {
      if (/[|&;<>]/.test(char)) compound = true;
      token = (token ?? '') + char;
    }
  }
  if (token !== undefined) tokens.push(token);
  return { tokens, compound };
}

const UPWARDS = /(?:^|\/)\.\.(?:\/|$)/;
const SEPARATOR = '\0';
const STAR = '\x01';
