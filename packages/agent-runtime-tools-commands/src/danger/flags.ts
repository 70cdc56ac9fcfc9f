/**
 * Whether an option is given: by one of these letters, also in a cluster such as `-rf`, or by its long name, which may
 * be abbreviated.
 */
export function hasFlag(argv: readonly string[], letters: string, long: string): boolean {
  const short = new RegExp(`^-[A-Za-z]*[${letters}]`);
  return argv.some((word, at) => at > 0 && (short.test(word) || (word.length > 2 && long.startsWith(word))));
}

/** The arguments that are not options. After `--` there are no options. */
export function operandsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.filter((word, at) => at > 0 && at !== end && (!word.startsWith('-') || (end > 0 && at > end)));
}
