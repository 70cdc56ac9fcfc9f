/**
 * Whether an option is among the arguments: one of these letters, alone or in a cluster, or the long name, perhaps cut.
 */
export function hasFlag(argv: readonly string[], letters: string, long: string): boolean {
  const short = new RegExp(`^-[A-Za-z]*[${letters}]`);
  return argv.some((word, at) => at > 0 && (short.test(word) || (word.length > 3 && long.startsWith(word))));
}

/** The arguments that are no options; after `--` none is. */
export function operandsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.filter((word, at) => at > 0 && at !== end && (!word.startsWith('-') || (end > 0 && at > end)));
}
