/**
 * Finds lines that stand for code that was left out ("// ... rest of code unchanged"): written to a file they replace that
 * code. Only comments and lines that begin with dots count, not prose, and not lines that `before` already has. Lines are
 * counted from 1.
 */
export function findPlaceholders(text: string, before = ''): { line: number; text: string }[] {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  const found: { line: number; text: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > MAX_LENGTH) continue;
    const trimmed = line.trim();
    if (!isPlaceholder(trimmed) || known.has(trimmed)) continue;
    found.push({ line: index + 1, text: trimmed });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

const MAX_LENGTH = 200;
const MAX_FOUND = 20;

function isPlaceholder(line: string): boolean {
  const comment = commentText(line);
  if (comment === undefined) return false;
  const isDotted = DOTS.test(comment);
  if (isDotted && OTHER_LANGUAGES.test(comment)) return true;
  const words = (comment.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, MAX_WORDS);
  return isDotted ? standsForCode(words) : saysLeftOut(words);
}

const MAX_WORDS = 24;
/** Dots, or a comment that is all in brackets. */
const DOTS = /\.{3}|…|^\W*(?:\[.*\]|<.*>)$/;

/** The text of a line that is only a comment or begins with dots; undefined for code and prose. */
function commentText(line: string): string | undefined {
  for (const [open, close] of COMMENTS) {
    if (!line.startsWith(open)) continue;
    return line.endsWith(close) ? line.slice(open.length, line.length - close.length) : undefined;
  }
  if (/^(?:\/\/|#|--|;|%|\*\s|'\s|::)/.test(line) || /^[[(<]?(?:\.{3}|…)\s/.test(line)) return line;
  return /^rem\s(.*)$/i.exec(line)?.[1];
}

const COMMENTS = [
  ['{/*', '*/}'],
  ['/*', '*/'],
  ['<!--', '-->'],
  ['(*', '*)'],
  ['{-', '-}'],
  ['{#', '#}'],
  ['{{!--', '--}}'],
  ['<%--', '--%>'],
  ['"""', '"""'],
] as const;

/** With dots, few words are enough: "... existing code for dates ...", "... unchanged ...". */
function standsForCode(words: readonly string[]): boolean {
  const unknown = words.filter((word) => !isKnown(word)).length;
  if (unknown === 0 && words.some((word) => LEFT_OUT.has(word))) return true;
  const which = words.findIndex((word) => WHICH.has(word));
  if (which === -1 || unknown > 4 || !words.slice(0, which).every((word) => isKnown(word))) return false;
  return words.some((word) => THING.has(word) || LEFT_OUT.has(word)) || (unknown === 0 && words.length > 1);
}

/** Without dots, every word has to belong to such a phrase: "rest of the code unchanged", "same as before". */
function saysLeftOut(words: readonly string[]): boolean {
  if (words.join(' ') === 'same as before' || words.join(' ').endsWith('omitted for brevity')) return true;
  const says = (kind: ReadonlySet<string>): boolean => words.some((word) => kind.has(word));
  const isKept = says(LEFT_OUT) || says(PLACE) || / as (?:is|before|above)$/.test(words.join(' '));
  return isKept && says(WHICH) && (says(THING) || words.includes('rest')) && words.every((word) => isKnown(word));
}

function isKnown(word: string): boolean {
  return WHICH.has(word) || THING.has(word) || LEFT_OUT.has(word) || PLACE.has(word) || FILLER.has(word);
}

const WHICH = setOf('rest remainder remaining existing previous other others original');
const LEFT_OUT = setOf('unchanged same omitted unmodified untouched elided truncated snipped snip');
const PLACE = setOf('here goes go continues continue stays stay remains remain follows');
const FILLER = setOf(
  'the of this your my our all any and with plus for in to as is are be it no not etc keep kept insert include copy paste add brevity before above shown changes change',
);
const THING = setOf(
  'code file files function functions method methods class classes component components implementation implementations logic content contents import imports export exports body style styles rule rules test tests case cases route routes field fields prop props property properties config configuration section sections document text line lines script module modules handler handlers type types variable variables definition definitions part parts item items entry entries markup html css json column columns row rows table tables query queries option options setting settings parameter parameters attribute attributes statement statements endpoint endpoints dependency dependencies element elements state hooks constants declarations members page template',
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The same in other languages, always with dots. */
const OTHER_LANGUAGES = new RegExp(
  [
    'restlich\\S* (?:code|datei|inhalt)|(?:code|datei|rest) (?:bleibt )?unverändert|(?:bestehende|vorhandene)r code',
    '(?:resto|restante) (?:del|do|de la|da) (?:código|codigo|archivo|arquivo|fichero|codice|file)',
    'código (?:existente|sin cambios|restante)|codice esistente',
    '(?:reste|suite) du (?:code|fichier)|code (?:existant|inchangé)',
    'остальн\\S* (?:код|файл)|существующий код|без изменений',
    '其余|其他代码|剩余代码|现有代码|原有代码|保持不变|代码不变|代码省略',
    '残りの|既存のコード|変更なし|以下省略',
    '나머지 코드|기존 코드|변경 없음',
  ].join('|'),
  'iu',
);
