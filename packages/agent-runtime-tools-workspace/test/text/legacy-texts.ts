import texts from '../fixtures/legacy-texts.json' with { type: 'json' };
import type { TextEncoding } from '../../src/index.ts';

export interface LegacyText {
  readonly language: string;
  readonly encoding: TextEncoding;
  readonly text: string;
  /** As iconv made them. */
  readonly bytes: Buffer;
}

/** A paragraph of each language in each of its charsets. */
export const legacyTexts: readonly LegacyText[] = texts.map(({ language, encoding, text, base64 }) => ({
  language,
  encoding: encoding as TextEncoding,
  text,
  bytes: Buffer.from(base64, 'base64'),
}));

export function legacyText(encoding: TextEncoding): LegacyText {
  const found = legacyTexts.find((one) => one.encoding === encoding);
  if (found === undefined) throw new Error(`There is no text in ${encoding}.`);
  return found;
}
