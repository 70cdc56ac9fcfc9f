/** The reason why a text may reach the shell changed, or undefined: control characters or unpaired surrogates. */
export function encodingConcern(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  if (CONTROL.test(text)) return 'it contains control characters';
  if (!text.isWellFormed()) return 'it contains an unpaired surrogate';
  return undefined;
}

/**
 * Whether a text has invisible characters or blanks that the shell does not treat as blanks. Outside quotes they
 * disguise words.
 */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

const PLAIN = /^[\t\n\x20-\x7e]*$/;
const CONTROL = /[\x01-\x08\x0b-\x1f\x7f-\x9f]/;
const HIDDEN = /\p{Z}|\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
