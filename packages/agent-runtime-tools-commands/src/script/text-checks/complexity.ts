/**
 * The reason why a text would take too long to parse, or undefined. Thousands of open brackets or here-documents make
 * the parser slow, and no sensible command has that many. Quotes are ignored.
 */
export function complexityConcern(text: string): string | undefined {
  let depth = 0;
  let hereDocuments = 0;
  let tokens = 0;
  let braces = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isOfWords(code)) continue;
    if (code === CURLY) braces++;
    if (code === ROUND || code === SQUARE || code === CURLY) depth++;
    else if (code === ROUND + 1 || code === SQUARE + 2 || code === CURLY + 2) depth -= depth > 0 ? 1 : 0;
    else if (code === LESS && text.charCodeAt(at + 1) === LESS) hereDocuments++;
    tokens++;
    if (depth > MAX_BRACKETS) return 'it is nested too deeply';
  }
  if (braces > MAX_BRACES) return 'it has too many braces';
  if (hereDocuments > MAX_HERE_DOCUMENTS) return 'it has too many here-documents';
  return tokens > MAX_TOKENS ? 'it is too long to analyse' : undefined;
}

function isOfWords(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code > 127;
}

const ROUND = 40;
const LESS = 60;
const SQUARE = 91;
const CURLY = 123;
const MAX_BRACKETS = 100;
const MAX_HERE_DOCUMENTS = 500;
/** The parser searches the rest of the text for the end of each. */
const MAX_BRACES = 1500;
const MAX_TOKENS = 25_000;
