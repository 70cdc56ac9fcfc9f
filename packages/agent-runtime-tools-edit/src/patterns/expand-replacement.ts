/** Expands `$1`, `$<name>`, `$&` (the whole match) and `$$` (a dollar sign) in a replacement. */
export function expandReplacement(replacement: string, match: RegExpExecArray): string {
  const { groups } = match;
  return replacement.replaceAll(
    groups === undefined ? NUMBERED : NAMED,
    (reference: string, digits: string | undefined, name: string | undefined) => {
      if (reference === '$$') return '$';
      if (reference === '$&') return match[0];
      // Without named groups, the third argument is an offset.
      if (groups !== undefined && name !== undefined) return groups[name] ?? '';
      return numberedGroup(match, digits ?? '') ?? reference;
    },
  );
}

const NAMED = /\$(?:[$&]|(\d{1,2})|<([^>]*)>)/g;
/** Without named groups, `$<` is plain text. */
const NUMBERED = /\$(?:[$&]|(\d{1,2}))/g;

/** The group of one or two digits: `$12` is group 1 followed by "2" if there are fewer than 12 groups. Undefined if there is none. */
function numberedGroup(match: RegExpExecArray, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    const group = Number(digits.slice(0, length));
    if (group > 0 && group < match.length) return (match[group] ?? '') + digits.slice(length);
  }
  return undefined;
}
