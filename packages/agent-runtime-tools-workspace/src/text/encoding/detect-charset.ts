import { analyse } from 'chardet';
import type { LegacyCharset } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';
import { SCRIPTS } from './script-charsets.ts';
import { decodeWindows1252 } from './windows-1252.ts';

/**
 * The charset of text that is not Unicode, if there is good evidence for it and the bytes round-trip in it; else undefined.
 * `complete` means that the sample does not end within a character.
 */
export function detectCharset(sample: Uint8Array, { complete }: { complete: boolean }): LegacyCharset | undefined {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  if (bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) return undefined;
  const lines = linesOutsideAscii(bytes);
  const matches = analyse(lines);
  const unicode = matches.find(({ name }) => name === 'UTF-8')?.confidence ?? 0;
  if (unicode > MIN_DAMAGED_UTF8) return undefined;
  const trial: Trial = { bytes, complete };
  const multiByteMatches = matches.filter(({ name, confidence }) => name in MULTI_BYTE && confidence >= MIN_MULTI_BYTE);
  // Such text with a damaged character matches none of them, but no other charset either.
  if (multiByteMatches.length > 0) return multiByte(multiByteMatches, trial);
  return otherScript(analyse(withoutAsciiWords(lines)), trial) ?? otherLatin(matches, trial);
}

interface Match {
  readonly name: string;
  readonly confidence: number;
}

interface Trial {
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/** Tab, line feed, vertical tab, form feed, carriage return, DOS end of file, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

/** Above this confidence the bytes are UTF-8 with some errors. */
const MIN_DAMAGED_UTF8 = 50;

/** Chinese, Japanese, Korean: chardet compares frequent characters; the text must also be in the script. */
function multiByte(matches: readonly Match[], trial: Trial): LegacyCharset | undefined {
  const [best, next] = matches.flatMap(({ name, confidence }) => {
    const wide = MULTI_BYTE[name];
    const charset = wide?.charsets.find((one) => isIn(wide, textIn(one, trial)));
    return charset === undefined ? [] : [{ charset, confidence }];
  });
  return best && best.confidence - (next?.confidence ?? 0) >= MIN_LEAD ? best.charset : undefined;
}

interface WideScript {
  readonly charsets: readonly LegacyCharset[];
  readonly script: RegExp;
  /** The least share of letters that are in the script. */
  readonly share: number;
}

const MULTI_BYTE: Readonly<Record<string, WideScript>> = {
  Shift_JIS: { charsets: ['shift_jis'], script: /[\u3041-\u30ff]/gu, share: 0.2 },
  'EUC-JP': { charsets: ['euc-jp'], script: /[\u3041-\u30ff]/gu, share: 0.2 },
  // GBK if it suffices: other programs that read the file may not know GB18030.
  GB18030: { charsets: ['gbk', 'gb18030'], script: /\p{Script=Han}/gu, share: 0.8 },
  Big5: { charsets: ['big5'], script: /\p{Script=Han}/gu, share: 0.8 },
  'EUC-KR': { charsets: ['euc-kr'], script: /\p{Script=Hangul}/gu, share: 0.8 },
};
const MIN_MULTI_BYTE = 40;
const MIN_LEAD = 10;
/** chardet is certain after two frequent characters among a dozen, which is too few. */
const MIN_CHARACTERS = 20;
const MOST = 0.8;

/** In western text accents stand alone between ASCII letters. Here there must be enough characters, and next to each other. */
function isIn({ script, share }: WideScript, text: string | undefined): boolean {
  if (text === undefined || shareOf(text, script) < share) return false;
  const all = count(text, /[^\x00-\x7f]/gu);
  const together = (text.match(/[^\x00-\x7f]{2,}/gu) ?? []).reduce((sum, run) => sum + run.length, 0);
  return all >= MIN_CHARACTERS && together >= all * MOST;
}

/** Cyrillic, Greek, Hebrew, Arabic, Thai: most words must be wholly in the script and use its frequent letters. */
function otherScript(matches: readonly Match[], trial: Trial): LegacyCharset | undefined {
  const [best, next] = matches.filter(({ name }) => name in SCRIPTS || name in LATIN || isWestern(name));
  const script = best && SCRIPTS[best.name];
  if (!script || best.confidence < MIN_SCRIPT || best.confidence < (next?.confidence ?? 0) * RATIO) return undefined;
  const [charset, text] = bestOf(script.charsets, trial) ?? [];
  if (charset === undefined || text === undefined) return undefined;
  const words = text.match(/[\p{L}\p{M}]+/gu)?.filter((word) => /[^\x00-\x7f]/.test(word)) ?? [];
  const own = words.filter((word) => script.word.test(word));
  const letters = own.reduce((sum, word) => sum + word.length, 0);
  if (letters < MIN_LETTERS || own.length < words.length * MOST) return undefined;
  return shareOf(text, script.frequent) >= MIN_FREQUENT ? charset : undefined;
}

const MIN_SCRIPT = 10;
const MIN_LETTERS = 24;
/** In the wrong charset fewer than six in ten letters are frequent ones; in the right one, more. */
const MIN_FREQUENT = 0.6;

/** Central European, Turkish, Baltic, Vietnamese: must be clearly more likely than a western language. */
function otherLatin(matches: readonly Match[], trial: Trial): LegacyCharset | undefined {
  const [best, next] = matches.filter(({ name }) => name in LATIN || name in SCRIPTS || isWestern(name));
  const charsets = best && LATIN[best.name];
  if (!charsets || best.confidence < MIN_LATIN || best.confidence < (next?.confidence ?? 0) * RATIO) return undefined;
  const [charset, text] = bestOf(charsets, trial) ?? [];
  if (charset === undefined || text === undefined || text === decodeWindows1252(trial.bytes)) return undefined;
  return count(text, /[^\x00-\x7f]/gu) >= MIN_ACCENTS && isMostlyLetters(text) ? charset : undefined;
}

const LATIN: Readonly<Record<string, readonly LegacyCharset[]>> = {
  'ISO-8859-2': ['iso-8859-2', 'windows-1250'],
  'windows-1250': ['windows-1250'],
  'ISO-8859-9': ['windows-1254'],
  'windows-1254': ['windows-1254'],
  'windows-1257': ['windows-1257'],
  'windows-1258': ['windows-1258'],
};
const MIN_LATIN = 40;
/** How much more likely than the next candidate. */
const RATIO = 1.4;
const MIN_ACCENTS = 8;

function isWestern(name: string): boolean {
  return name === 'ISO-8859-1' || name === 'windows-1252';
}

function isMostlyLetters(text: string): boolean {
  return count(text, /(?![\x00-\x7f])[\p{L}\p{M}]/gu) >= count(text, /[^\x00-\x7f]/gu) * MOST;
}

/** The charset in which the text has the most letters; the first if several have. */
function bestOf(charsets: readonly LegacyCharset[], trial: Trial): readonly [LegacyCharset, string] | undefined {
  let best: readonly [LegacyCharset, string] | undefined;
  let most = -1;
  for (const charset of charsets) {
    const text = textIn(charset, trial);
    const letters = text === undefined ? -1 : count(text, /\p{L}/gu);
    if (text === undefined || letters <= most) continue;
    best = [charset, text];
    most = letters;
  }
  return best;
}

/** The text in a charset; undefined if a byte is invalid or does not round-trip. */
function textIn(charset: LegacyCharset, { bytes, complete }: Trial): string | undefined {
  const codec = legacyCodec(charset);
  if (codec === undefined) return undefined;
  const decoded = codec.decode(bytes);
  const text = complete ? decoded : decoded.replace(/\ufffd$/u, '');
  if (/[\x80-\x9f\ufffd\p{Co}\p{Cn}]/u.test(text)) return undefined;
  const encoded = codec.encode(text);
  // Up to three bytes of a character that the end of the sample splits are not encoded.
  if (encoded === undefined || bytes.byteLength - encoded.byteLength > (complete ? 0 : 3)) return undefined;
  return encoded.equals(bytes.subarray(0, encoded.byteLength)) ? text : undefined;
}

/** ASCII lines, which are most of source code, tell nothing about the charset. */
function linesOutsideAscii(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => /[\x80-\xff]/.test(line)).join('\n'), 'latin1');
}

function withoutAsciiWords(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(/[\x21-\x7e]+/g, ' '), 'latin1');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The share of non-ASCII letters that match the pattern. */
function shareOf(text: string, pattern: RegExp): number {
  return count(text, pattern) / Math.max(1, count(text, /(?![\x00-\x7f])[\p{L}\p{M}]/gu));
}
