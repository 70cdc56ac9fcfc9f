/** A value as JSON that is safe on a terminal: control and invisible characters are written as JSON escapes. */
export function jsonText(value: unknown, { indent = 0 }: { indent?: number } = {}): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replace(HIDDEN, escaped);
}

const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
