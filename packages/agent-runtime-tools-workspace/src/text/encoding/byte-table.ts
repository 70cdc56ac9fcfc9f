import type { LegacyCharset } from './legacy-charset.ts';

/** The bytes of each non-ASCII character as one big-endian number; 0 if the charset lacks it. */
export interface ByteTable {
  /** By UTF-16 unit. */
  readonly basic: Uint32Array;
  /** For a code point above U+FFFF. */
  readonly astral: (point: number) => number;
  /** The most bytes that one UTF-16 unit takes. */
  readonly longest: number;
}

/** Builds the table for encoding by decoding every possible byte sequence. */
export function byteTable(charset: LegacyCharset, decode: (bytes: Uint8Array) => string): ByteTable {
  const basic = new Uint32Array(0x10000);
  const beyond = new Map<number, number>();
  let longest = 1;
  for (const sequences of sequencesOf(charset)) {
    const lines = decode(asLines(sequences)).split('\n');
    // If the decoder swallowed a line break, all later characters would get wrong bytes: skip the group.
    if (lines.length !== sequences.length + 1) continue;
    for (const [index, sequence] of sequences.entries()) {
      const point = onlyCharacter(lines[index] ?? '');
      if (point === undefined) continue;
      const code = sequence.reduce((value, byte) => value * 256 + byte, 0);
      longest = Math.max(longest, sequence.length);
      // If a character has several byte sequences, the first is the usual one.
      if (point > 0xffff) beyond.set(point, beyond.get(point) ?? code);
      else if (basic[point] === 0) basic[point] = code;
    }
  }
  const astral = charset === 'gb18030' ? longAstral : (point: number): number => beyond.get(point) ?? 0;
  return { basic, astral, longest };
}

type Sequence = readonly number[];

/** Preferred byte sequences first, for characters that have several. */
function sequencesOf(charset: LegacyCharset): Sequence[][] {
  const all = range(0x81, 0xfe);
  switch (charset) {
    case 'shift_jis':
      // The lead bytes 0xed and 0xee hold duplicates, so they come last.
      return [range(0xa1, 0xdf).map(alone), pairs([...range(0x81, 0xec), ...range(0xef, 0xfc), 0xed, 0xee])];
    case 'euc-jp':
      return [
        pairs([0x8e], range(0xa1, 0xdf)),
        pairs(range(0xa1, 0xfe)),
        pairs(range(0xa1, 0xfe), range(0xa1, 0xfe)).map((pair) => [0x8f, ...pair]),
      ];
    case 'big5':
      // Two numerals were encoded twice.
      return [pairs(all).filter(([lead, trail]) => lead !== 0xa2 || (trail !== 0xcc && trail !== 0xce))];
    case 'euc-kr':
      return [pairs(all)];
    case 'gbk':
      // 0x80 is the euro sign.
      return [[[0x80]], pairs(all)];
    case 'gb18030':
      return [pairs(all), range(0, 39_419).map(longSequence)];
    default:
      return [range(0x80, 0xff).map(alone)];
  }
}

function alone(byte: number): Sequence {
  return [byte];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function pairs(leads: readonly number[], trails = range(0x40, 0xfe)): Sequence[] {
  return leads.flatMap((lead) => trails.map((trail) => [lead, trail]));
}

/** The four-byte sequence of GB18030 with this index. */
function longSequence(place: number): Sequence {
  return [
    0x81 + Math.floor(place / 12_600),
    0x30 + (Math.floor(place / 1260) % 10),
    0x81 + (Math.floor(place / 10) % 126),
    0x30 + (place % 10),
  ];
}

/** Code points from U+10000 on have consecutive indexes. */
function longAstral(point: number): number {
  if (point < 0x10000) return 0;
  return longSequence(point - 0x10000 + 189_000).reduce((value, byte) => value * 256 + byte, 0);
}

/** Joins the sequences by line breaks, so that one call decodes all: a line break is never part of a character. */
function asLines(sequences: readonly Sequence[]): Uint8Array {
  const bytes = new Uint8Array(sequences.reduce((sum, sequence) => sum + sequence.length + 1, 0)).fill(0x0a);
  let at = 0;
  for (const sequence of sequences) {
    bytes.set(sequence, at);
    at += sequence.length + 1;
  }
  return bytes;
}

/** Undefined for ASCII, for an invalid character, and for more than one character. */
function onlyCharacter(text: string): number | undefined {
  const point = text.codePointAt(0) ?? 0;
  const isOne = text.length === (point > 0xffff ? 2 : 1);
  return isOne && point >= 0x80 && point !== 0xfffd ? point : undefined;
}
