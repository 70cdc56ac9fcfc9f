/**
 * Estimates the number of tokens of a text, rather too high than too low: four letters, two other signs, or one character
 * of a script without spaces (Chinese, Japanese) count as a token.
 */
export function estimateTokens(text: string): number {
  let letters = 0;
  let signs = 0;
  let wide = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x2e80) wide++;
    else if (code >= 0x80) signs++;
    else if (isLetter(code) || code === SPACE) letters++;
    else signs++;
  }
  return Math.ceil(letters / 4 + signs / 2 + wide);
}

const SPACE = 0x20;

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
