/**
 * How deep the brackets of a text go, quotes or not. Parsing takes long where thousands are open, and no command that
 * means well has that many.
 */
export function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === ROUND || code === SQUARE || code === CURLY) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === ROUND + 1 || code === SQUARE + 2 || code === CURLY + 2) {
      if (depth > 0) depth--;
    }
  }
  return deepest;
}

const ROUND = 40;
const SQUARE = 91;
const CURLY = 123;
