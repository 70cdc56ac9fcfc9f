const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The mappings of a source map with one position per line. The bundles keep the lines of the sources, so that is what a
 * stack trace needs; a position for every word takes ten times the space, and Node decodes all of them.
 *
 *     AAAA,IAAI,CAAC;AACL,EAAE    becomes    AAAA;AACA
 *
 * @param {string} mappings
 */
export function lineMappings(mappings) {
  // Source, line and column are written as differences to the position before; so is what is read, and what is written.
  const read = [0, 0, 0];
  let written = [0, 0, 0];
  const lines = mappings.split(';').map((line) => {
    /** @type {string | undefined} */
    let first;
    let column = 0;
    for (const segment of line === '' ? [] : line.split(',')) {
      const [ahead = 0, ...position] = decode(segment);
      column += ahead;
      if (position.length < 3) continue;
      for (const at of read.keys()) read[at] = (read[at] ?? 0) + (position[at] ?? 0);
      if (first !== undefined) continue;
      first = [column, ...read.map((value, at) => value - (written[at] ?? 0))].map(encode).join('');
      written = [...read];
    }
    return first ?? '';
  });
  return lines.join(';');
}

/**
 * The numbers of a segment, in base 64 with five bits per digit, the lowest first; the sign is the lowest bit of all.
 * @param {string} segment
 */
function decode(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** @param {number} number */
function encode(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}
