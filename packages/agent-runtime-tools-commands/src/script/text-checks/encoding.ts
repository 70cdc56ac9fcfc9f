/** Why a text may not reach the shell as it is: control characters, halves of characters. */
export function encodingConcern(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  if (CONTROL.test(text)) return 'it holds control characters';
  if (!text.isWellFormed()) return 'it holds half a character';
  return undefined;
}

/** Characters that are blanks only to the eye, or nothing at all: outside quotes they make words look like others. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

const PLAIN = /^[\t\n\x20-\x7e]*$/;
const CONTROL = /[\x01-\x08\x0b-\x1f\x7f-\x9f]/;
const HIDDEN = /\p{Z}|\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
