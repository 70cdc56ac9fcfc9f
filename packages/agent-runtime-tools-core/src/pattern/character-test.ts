export type CharacterTest = (code: number) => boolean;

/**
 * Whether one character is what a literal, an escape or a class stands for. The engine's own regular expressions
 * decide: on a single character they cannot backtrack.
 */
export function characterTest(source: string, flags: { ignoreCase: boolean; dotAll: boolean }): CharacterTest {
  const pattern = compile(`^${source}$`, (flags.ignoreCase ? 'i' : '') + (flags.dotAll ? 's' : ''));
  // 0 for not asked yet, 1 for no, 2 for yes.
  const known = new Uint8Array(128);
  return (code) => {
    if (code > 127) return pattern.test(String.fromCodePoint(code));
    const answer = known[code];
    if (answer !== 0) return answer === 2;
    const holds = pattern.test(String.fromCharCode(code));
    known[code] = holds ? 2 : 1;
    return holds;
  };
}

/** By code points where the pattern allows it, else in the older, more lenient reading. */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `u${flags}`);
  } catch {
    return new RegExp(source, flags);
  }
}
