/** A name as git writes it: perhaps in quotes with C escapes of its bytes, perhaps followed by a tab and a time. */
export function decodedName(written: string): string {
  if (!written.startsWith('"')) return written.replace(/\t.*$/s, '').trimEnd();
  const end = closingQuote(written);
  const bytes: number[] = [];
  for (const [piece, octal, sign] of written
    .slice(1, end < 0 ? undefined : end)
    .matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(sign === undefined ? piece : (ESCAPES[sign] ?? sign)));
  }
  return Buffer.from(bytes).toString('utf8');
}

/** The two names behind `diff --git`; names with blanks are not always to be told apart. */
export function gitNames(written: string): [from: string, to: string] {
  if (written.startsWith('"')) {
    const end = closingQuote(written);
    const rest = end < 0 ? written : written.slice(end + 1).trimStart();
    return [decodedName(written), decodedName(rest)];
  }
  const quote = written.indexOf(' "');
  if (quote >= 0) return [written.slice(0, quote), decodedName(written.slice(quote + 1))];
  // The same name twice, behind prefixes, is cut in the middle, whatever blanks it has.
  const half = (written.length - 1) / 2;
  const halves: [string, string] = [written.slice(0, half), written.slice(half + 1)];
  if (Number.isInteger(half) && written[half] === ' ' && halves[0].slice(2) === halves[1].slice(2)) return halves;
  const parts = written.split(' ');
  if (parts.length === 2) return [parts[0] ?? '', parts[1] ?? ''];
  return Number.isInteger(half) && written[half] === ' ' ? halves : [written, written];
}

function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };
