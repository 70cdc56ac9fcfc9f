/**
 * Whether two lines differ by one typo in a word: a letter missing, doubled, wrong, or two letters swapped. A different
 * digit, operator or short name is a different meaning, not a typo.
 *
 *     recieve(all)  receive(all)   true
 *     limit = 10    limit = 11     false
 */
export function isMisspelling(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one.length > MAX_LENGTH) return false;
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const [left, right] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  if (!isOneLetterSlip(left, right)) return false;
  const before = /[a-z]*$/iu.exec(one.slice(0, head))?.[0] ?? '';
  const after = /^[a-z]*/iu.exec(one.slice(one.length - tail))?.[0] ?? '';
  return before.length + after.length + Math.min(left.length, right.length) >= MIN_WORD;
}

const MAX_LENGTH = 1000;
const MIN_WORD = 4;

function isOneLetterSlip(left: string, right: string): boolean {
  if (!/^[a-z]{0,2}$/iu.test(left) || !/^[a-z]{0,2}$/iu.test(right)) return false;
  if (left.length <= 1 && right.length <= 1) return left !== right;
  return left.length === 2 && right === [...left].reverse().join('');
}
