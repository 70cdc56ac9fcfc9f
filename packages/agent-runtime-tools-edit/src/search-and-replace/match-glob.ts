import { setImmediate as nextTurn } from 'node:timers/promises';
import { coreErrors, printable } from '@ku0/agent-runtime-tools-core';
import { compileNameGlob, expandBraces, parsePathGlob } from '@ku0/agent-runtime-tools-rules';
import { editErrors, throwFailure } from '../errors.ts';

/**
 * The paths that a glob matches. A name that begins with a dot has to match a name of the glob that does so too:
 *
 *     *.ts       a.ts; not .a.ts
 *     **\/.env    .env, src/.env; not .cache/.env
 */
export async function matchGlob(
  glob: string,
  paths: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<string[]> {
  const matches = compileGlob(glob);
  const found: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (index % PATHS_PER_TURN === PATHS_PER_TURN - 1) await nextTurn();
    if (signal.aborted) throwFailure(coreErrors.CANCELLED());
    if (matches(path)) found.push(path);
  }
  return found;
}

/** Other calls get their turn after so many paths. */
const PATHS_PER_TURN = 1000;

function compileGlob(glob: string): (path: string) => boolean {
  try {
    const alternatives = expandBraces(glob);
    if (alternatives === undefined) throw new SyntaxError('it has too many alternatives');
    const tests = alternatives.map(compileAlternative);
    return (path) => tests.some((test) => test(path));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The glob ${printable(glob)} cannot be used: ${printable(error.message)}.`;
    return throwFailure(editErrors.REGEX_INVALID({ message }));
  }
}

function compileAlternative(pattern: string): (path: string) => boolean {
  const pathGlob = parsePathGlob(pattern);
  const dotNames = pathGlob.segments
    .filter((name) => name.startsWith('.'))
    .map((name) => compileNameGlob(name, { braces: false }));
  return (path) =>
    pathGlob.matches(path) &&
    path.split('/').every((name) => !name.startsWith('.') || dotNames.some((mayBe) => mayBe(name)));
}
