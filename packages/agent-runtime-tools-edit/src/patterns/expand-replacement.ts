/** A replacement with the groups of a match in it: `$1`, `$<name>`, `$&` for the whole, `$$` for a dollar sign. */
export function expandReplacement(replacement: string, match: RegExpExecArray): string {
  const { groups } = match;
  return replacement.replaceAll(
    groups === undefined ? NUMBERED : NAMED,
    (reference: string, digits: string | undefined, name: string | undefined) => {
      if (reference === '$$') return '$';
      if (reference === '$&') return match[0];
      // Without named groups, the third argument is a place in the text.
      if (groups !== undefined && name !== undefined) return groups[name] ?? '';
      return numbered(match, digits ?? '') ?? reference;
    },
  );
}

const NAMED = /\$(?:[$&]|(\d{1,2})|<([^>]*)>)/g;
/** Where no group has a name, `$<` is two characters like any others. */
const NUMBERED = /\$(?:[$&]|(\d{1,2}))/g;

/** Two digits where there are so many groups, else one digit and the other as text. Undefined when there is no such group. */
function numbered(match: RegExpExecArray, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    const group = Number(digits.slice(0, length));
    if (group > 0 && group < match.length) return (match[group] ?? '') + digits.slice(length);
  }
  return undefined;
}
