export type CharacterTest = (code: number) => boolean;

/**
 * Tests one character against a literal, an escape or a class with a native regular expression, which cannot backtrack on a
 * single character. Results for ASCII are cached.
 */
export function characterTest(source: string, flags: { ignoreCase: boolean; dotAll: boolean }): CharacterTest {
  const pattern = compile(`^${source}$`, (flags.ignoreCase ? 'i' : '') + (flags.dotAll ? 's' : ''));
  // 0: not tested yet, 1: no match, 2: match.
  const cache = new Uint8Array(128);
  return (code) => {
    if (code > 127) return pattern.test(String.fromCodePoint(code));
    const cached = cache[code];
    if (cached !== 0) return cached === 2;
    const isMatch = pattern.test(String.fromCharCode(code));
    cache[code] = isMatch ? 2 : 1;
    return isMatch;
  };
}

/** With the `u` flag if the pattern allows it, otherwise without. */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `u${flags}`);
  } catch {
    return new RegExp(source, flags);
  }
}
