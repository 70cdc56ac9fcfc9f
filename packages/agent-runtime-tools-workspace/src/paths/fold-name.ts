/**
 * The form under which some file system would take two names for one: case, compatibility and ignorable
 * characters (HFS+), trailing dots and blanks and stream suffixes (Windows) do not count.
 */
export function foldName(name: string): string {
  const plain = PLAIN.test(name) ? name : name.normalize('NFKC').replaceAll(IGNORABLE, '').normalize('NFKC');
  const [base = ''] = plain.toLowerCase().split(':', 1);
  return base.replace(/[. ]+$/, '');
}

const PLAIN = /^[\x20-\x7e]*$/;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
