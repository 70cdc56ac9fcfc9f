import { createRequire } from 'node:module';
import type { LegacyCharset } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';
import { decodeWindows1252 } from './windows-1252.ts';

/**
 * The charset of a text that is no Unicode, where there is good evidence for it and the bytes can be had back from
 * the text; else undefined. `complete` says that the sample does not end within a character.
 */
export function detectCharset(sample: Uint8Array, { complete }: { complete: boolean }): LegacyCharset | undefined {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  if (bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) return undefined;
  const lines = linesOutsideAscii(bytes);
  const matches = analyse(lines);
  const unicode = matches.find(({ name }) => name === 'UTF-8')?.confidence ?? 0;
  if (unicode > MIN_DAMAGED_UTF8) return undefined;
  const trial: Trial = { bytes, complete };
  return (
    multiByte(matches, trial) ?? otherScript(analyse(withoutAsciiWords(lines)), trial) ?? otherLatin(matches, trial)
  );
}

/** Whether exactly these bytes come back from the text they are in the charset. */
export function isKept(bytes: Uint8Array, charset: LegacyCharset): boolean {
  const codec = legacyCodec(charset);
  return codec?.encode(codec.decode(bytes))?.equals(bytes) ?? false;
}

interface Match {
  readonly name: string;
  readonly confidence: number;
}

interface Trial {
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/** Tab, line feed, vertical tab, form feed, carriage return, the end mark of DOS, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

/** From here on bytes are rather UTF-8 with some errors than anything else. */
const MIN_DAMAGED_UTF8 = 50;

/** Chinese, Japanese, Korean: chardet goes by their frequent characters, the text must be in their script. */
function multiByte(matches: readonly Match[], trial: Trial): LegacyCharset | undefined {
  const [best, next] = matches.flatMap(({ name, confidence }) => {
    const { charsets = [], script = /$^/gu, share = 1 } = MULTI_BYTE[name] ?? {};
    const charset = confidence < MIN_MULTI_BYTE ? undefined : charsets.find((one) => textIn(one, trial) !== undefined);
    const text = charset === undefined ? '' : (textIn(charset, trial) ?? '');
    return charset !== undefined && shareOf(text, script) >= share && areTogether(text)
      ? [{ charset, confidence }]
      : [];
  });
  return best && best.confidence - (next?.confidence ?? 0) >= MIN_LEAD ? best.charset : undefined;
}

interface WideScript {
  readonly charsets: readonly LegacyCharset[];
  readonly script: RegExp;
  /** How many of the letters are of the script at least. */
  readonly share: number;
}

const MULTI_BYTE: Readonly<Record<string, WideScript>> = {
  Shift_JIS: { charsets: ['shift_jis'], script: /[\u3041-\u30ff]/gu, share: 0.2 },
  'EUC-JP': { charsets: ['euc-jp'], script: /[\u3041-\u30ff]/gu, share: 0.2 },
  // The smaller one where it suffices: what reads the file may know only that.
  GB18030: { charsets: ['gbk', 'gb18030'], script: /\p{Script=Han}/gu, share: 0.8 },
  Big5: { charsets: ['big5'], script: /\p{Script=Han}/gu, share: 0.8 },
  'EUC-KR': { charsets: ['euc-kr'], script: /\p{Script=Hangul}/gu, share: 0.8 },
};
const MIN_MULTI_BYTE = 40;
const MIN_LEAD = 10;
/** chardet takes two frequent characters among a dozen for certainty. */
const MIN_CHARACTERS = 20;
const MOST = 0.8;

/** In western text an accent stands alone between ASCII letters; there are enough of these, and they stand together. */
function areTogether(text: string): boolean {
  const together = (text.match(/[^\x00-\x7f]{2,}/gu) ?? []).reduce((sum, run) => sum + run.length, 0);
  const all = count(text, /[^\x00-\x7f]/gu);
  return all >= MIN_CHARACTERS && together >= all * MOST;
}

/** Cyrillic, Greek, Hebrew, Arabic, Thai: words are of one script, in its frequent letters, not with their case upside down. */
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

interface Script {
  readonly charsets: readonly LegacyCharset[];
  readonly word: RegExp;
  readonly frequent: RegExp;
}

const CYRILLIC = {
  word: /^(?=\p{Script=Cyrillic}+$)(?:.\p{Ll}*|\p{Lu}+)$/u,
  frequent: /[аеёиіїорнстлвкд]/giu,
};
const GREEK = { word: /^(?=\p{Script=Greek}+$)(?:.\p{Ll}*|\p{Lu}+)$/u, frequent: /[αοιετσνηυρπκάέίόςή]/giu };
const HEBREW = { word: /^\p{Script=Hebrew}+$/u, frequent: /[יוהלאברמתשנ]/gu };
const ARABIC = { word: /^[\p{Script=Arabic}\p{M}\u0640]+$/u, frequent: /[اليمنتورهب]/gu };
const THAI = { word: /^\p{Script=Thai}+$/u, frequent: /[านรอกเงยมลวด\u0e48\u0e49\u0e31\u0e34\u0e35]/gu };

/** By chardet's names. Of code pages that share their letters the rest of the text decides. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  'windows-1251': { charsets: ['windows-1251'], ...CYRILLIC },
  'KOI8-R': { charsets: ['koi8-r', 'koi8-u'], ...CYRILLIC },
  'ISO-8859-5': { charsets: ['iso-8859-5'], ...CYRILLIC },
  'ISO-8859-7': { charsets: ['iso-8859-7', 'windows-1253'], ...GREEK },
  'windows-1253': { charsets: ['windows-1253'], ...GREEK },
  'ISO-8859-8': { charsets: ['iso-8859-8', 'windows-1255'], ...HEBREW },
  'windows-1255': { charsets: ['windows-1255'], ...HEBREW },
  'ISO-8859-6': { charsets: ['iso-8859-6'], ...ARABIC },
  'windows-1256': { charsets: ['windows-1256'], ...ARABIC },
  'windows-874': { charsets: ['windows-874'], ...THAI },
};
const MIN_SCRIPT = 10;
const MIN_LETTERS = 16;
/** In the wrong charset less than six in ten letters are frequent ones, in the right one more. */
const MIN_FREQUENT = 0.6;

/** Central European, Turkish, Baltic, Vietnamese: clearly more likely than a western language. */
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
/** How much more likely than the next. */
const RATIO = 1.4;
const MIN_ACCENTS = 8;

function isWestern(name: string): boolean {
  return name === 'ISO-8859-1' || name === 'windows-1252';
}

function isMostlyLetters(text: string): boolean {
  return count(text, /(?![\x00-\x7f])[\p{L}\p{M}]/gu) >= count(text, /[^\x00-\x7f]/gu) * MOST;
}

/** The one in which most of the text are letters; the first of equals. */
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

/** Undefined unless every byte is part of a real character and comes back from it. */
function textIn(charset: LegacyCharset, trial: Trial): string | undefined {
  const text = decoded(charset, trial);
  const encoded = text === undefined ? undefined : legacyCodec(charset)?.encode(text);
  if (encoded === undefined) return undefined;
  const { bytes, complete } = trial;
  if (bytes.byteLength - encoded.byteLength > (complete ? 0 : 3)) return undefined;
  return encoded.equals(bytes.subarray(0, encoded.byteLength)) ? text : undefined;
}

function decoded(charset: LegacyCharset, { bytes, complete }: Trial): string | undefined {
  const text = legacyCodec(charset)?.decode(bytes);
  // A sample may end within a character, of which up to three bytes are there.
  const whole = complete ? text : text?.replace(/\ufffd.?$/su, '');
  return whole === undefined || /[\ufffd\p{Co}\p{Cn}]/u.test(whole) ? undefined : whole;
}

/** Source code is mostly ASCII and says nothing: its comments do. */
function linesOutsideAscii(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').match(/[^\n]*[\x80-\xff][^\n]*\n?/g) ?? [];
  return Buffer.from(lines.join(''), 'latin1');
}

function withoutAsciiWords(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(/[\x21-\x7e]+/g, ' '), 'latin1');
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The part of the letters outside ASCII that the pattern finds. */
function shareOf(text: string, pattern: RegExp): number {
  return count(text, pattern) / Math.max(1, count(text, /(?![\x00-\x7f])[\p{L}\p{M}]/gu));
}

let chardet: typeof import('chardet') | undefined;

/** Loaded for the first text that needs it; reading a text cannot wait for an import. */
function analyse(bytes: Buffer): readonly Match[] {
  chardet ??= createRequire(import.meta.url)('chardet') as typeof import('chardet');
  return chardet.analyse(bytes);
}
