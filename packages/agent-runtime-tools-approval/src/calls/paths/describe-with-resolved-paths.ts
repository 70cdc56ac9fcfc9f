import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { CallFacts } from '../call-facts.ts';
import { pathFact, type PathFact, type PathFactOf } from './path-fact.ts';
import type { PathGuard } from './path-guard.ts';

/** Describes a call with every path checked on disk. Paths in a command are checked only if rules are about paths. */
export async function describeWithResolvedPaths(
  describe: (factOf?: PathFactOf) => CallFacts,
  guard: PathGuard,
  options: { readonly checkCommandPaths: () => boolean },
): Promise<CallFacts> {
  const facts = await describeInRealFolder(describe, guard);
  if (facts.paths.length === 0) return facts;
  // Read only now: the rules may have been replaced while the folder was looked up.
  const checkCommandPaths = options.checkCommandPaths();
  if (!checkCommandPaths && facts.paths.every(({ origin }) => origin === 'command')) return facts;
  const paths: PathFact[] = [];
  for (let at = 0; at < facts.paths.length; at += BATCH_SIZE) {
    if (at > 0) await nextEventLoopTurn();
    const found = facts.paths.slice(at, at + BATCH_SIZE).map(async (path) => {
      if (path.origin !== 'command') return guard.check(path);
      // The paths of a command are judged with the command; here they only get their real paths.
      return checkCommandPaths ? { ...path, real: (await guard.check(path)).real } : path;
    });
    paths.push(...(await Promise.all(found)));
  }
  return { ...facts, paths, derived: {} };
}

/** If the call asks to run in a folder that is a link, its relative paths start at the link's target. */
async function describeInRealFolder(
  describe: (factOf?: PathFactOf) => CallFacts,
  guard: PathGuard,
): Promise<CallFacts> {
  const described = describe();
  const folder = described.paths.find(({ origin }) => origin === 'folder');
  if (folder === undefined) return described;
  const checked = await guard.check(folder);
  if (checked.real === undefined || checked.real === described.cwd) return described;
  return describe((use, base, origin) => (origin === 'folder' ? checked : pathFact(use, base, origin)));
}

/** Paths that are checked before other work of the event loop gets a turn. */
const BATCH_SIZE = 200;
