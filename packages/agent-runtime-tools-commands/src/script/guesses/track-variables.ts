import type { KnownInput } from '../../calls/call.ts';
import type { CommandWord } from '../../command-analysis.ts';
import type { Scope } from '../scope.ts';

/** Tracks the variables that builtins such as `read` and `set` change, as guesses for later commands. */
export function trackVariables(
  words: readonly CommandWord[],
  program: string,
  stdin: KnownInput | undefined,
  scope: Scope,
): void {
  switch (program) {
    case 'unset':
      for (const { value } of words.slice(1)) scope.variables.set(value, '');
      return;
    case 'set': {
      const end = words.findIndex(({ value }) => value === '--');
      if (end > 0)
        setPositionalParameters(
          scope,
          words.slice(end + 1).map(({ value }) => value),
        );
      return;
    }
    case 'read': {
      const name = words.at(-1)?.value;
      if (stdin !== undefined && name !== undefined) scope.variables.set(name, stdin.text.trim().slice(0, MAX_LENGTH));
      return;
    }
    case 'printf':
      if (words[1]?.value === '-v' && words[2] !== undefined && words.length > 3) {
        scope.variables.set(
          words[2].value,
          words[3]?.value === '%s' ? (words[4]?.value ?? '') : (words[3]?.value ?? ''),
        );
      }
  }
}

/** Sets `$1`, `$2`, ... and `$@`. */
export function setPositionalParameters(scope: Scope, args: readonly string[]): void {
  for (const [at, value] of args.slice(0, 9).entries()) scope.variables.set(String(at + 1), value);
  const all = args.join(' ').slice(0, MAX_LENGTH);
  scope.variables.set('@', all);
  scope.variables.set('*', all);
}

const MAX_LENGTH = 4096;
