/** Writes JSON with sorted keys and without undefined members, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '';
  for (const [key, member] of inOrder(Object.entries(value)))
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  return `{${text}}`;
}

/** Sorts by key. Many objects have their keys in order already, and to compare takes less time than to sort. */
function inOrder(members: [string, unknown][]): [string, unknown][] {
  let last = '';
  for (const [key] of members) {
    if (key < last) return members.sort(([a], [b]) => (a < b ? -1 : 1));
    last = key;
  }
  return members;
}
