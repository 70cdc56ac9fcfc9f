/** The inside of `Bash(...)`: which commands a rule is about. */
export interface CommandRule {
  readonly text: string;
  /** No `*` in it. */
  readonly exact: boolean;
  /** The words before the first `*`: what the rule names. */
  readonly literalWords: number;
  /** The same, with the word that the first `*` ends: `curl https://x/*` has begun to name an address. */
  readonly startedWords?: number;
  /** The folder that the first `*` is in, and the word it is in: `rm dist/*` is about what is in `dist/`. */
  readonly starFolder?: { readonly word: number; readonly folder: string };
  /** The program, when the rule names it. */
  readonly name: string | undefined;
  /** Assignments before the command that the rule names. */
  readonly assignments: readonly string[];
  /** About a whole command text with its operators, such as `curl * | sh`. */
  readonly compound: boolean;
  matches(words: string): boolean;
  /** Whether the rule's own word at this place fits this one, and not only together with the words around it. */
  matchesWord?(at: number, word: string): boolean;
}

/**
 * Reads a rule: words as in a command, quotes included; `*` stands for anything, also for several words; ` *` at the
 * end also for nothing; `:*` at the end is the same as ` *`; `\*` is a star.
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

/** A star does not lead upwards: `scripts/*` is not `scripts/../x`. */
function matchesWord(pattern: string, word: string): boolean {
  return matchPieces(pattern.split(STAR), word) && (!UPWARDS.test(word) || UPWARDS.test(pattern));
}

/** Words as rules see them. No word holds the separator. */
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
  return (text) => matchPieces(pieces, text) || (barePieces !== undefined && matchPieces(barePieces, text));
}

/** The pieces occur in this order, the first at the start and the last at the end. */
function matchPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return at <= end;
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
