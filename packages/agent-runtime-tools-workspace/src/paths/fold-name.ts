/**
 * Two names that some file system treats as the same have the same folded name: case, compatibility and ignorable
 * characters (HFS+), trailing dots and blanks, and stream suffixes (Windows) are removed.
 *
 *     .GIT   .git.   .git::$INDEX_ALLOCATION   all become .git
 */
export function foldName(name: string): string {
  // Most names are folded already, and a decision on a path folds each of them several times.
  if (FOLDED.test(name)) return name;
  const plain = PLAIN.test(name) ? name : name.normalize('NFKC').replaceAll(IGNORABLE, '').normalize('NFKC');
  const [base = ''] = plain.toLowerCase().split(':', 1);
  return base.replace(/[. ]+$/, '');
}

/** ASCII without capitals and colons, and without a dot or a blank at the end. */
const FOLDED = /^[ -9;-@[-~]*[!-\-/-9;-@[-~]$/;
const PLAIN = /^[\x20-\x7e]*$/;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
