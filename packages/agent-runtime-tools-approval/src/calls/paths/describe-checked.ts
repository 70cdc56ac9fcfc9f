import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallFacts } from '../call-facts.ts';
import { pathFact, type PathFact, type PathFactOf } from './path-fact.ts';
import type { PathGuard } from './path-guard.ts';

/** Describes a call with every path looked up on disk. A command's own paths are, where rules are about them. */
export async function describeWithResolvedPaths(
  describe: (factOf?: PathFactOf) => CallFacts,
  guard: PathGuard,
  options: { readonly withCommands: () => boolean },
): Promise<CallFacts> {
  const facts = await inRealFolder(describe, guard);
  if (facts.paths.length === 0) return facts;
  // Asked only now: the rules may have been replaced while the folder was looked up.
  const withCommands = options.withCommands();
  if (!withCommands && facts.paths.every(({ origin }) => origin === 'command')) return facts;
  const paths: PathFact[] = [];
  for (let at = 0; at < facts.paths.length; at += BATCH_SIZE) {
    if (at > 0) await nextTurn();
    const found = facts.paths.slice(at, at + BATCH_SIZE).map(async (path) => {
      if (path.origin !== 'command') return guard.check(path);
      // A command's paths are judged with the command; here they only get the names they really have.
      return withCommands ? { ...path, real: (await guard.check(path)).real } : path;
    });
    paths.push(...(await Promise.all(found)));
  }
  return { ...facts, paths, derived: {} };
}

/** Describes a call again where the folder that it names is a link: its relative paths start where that leads. */
async function inRealFolder(describe: (factOf?: PathFactOf) => CallFacts, guard: PathGuard): Promise<CallFacts> {
  const described = describe();
  const folder = described.paths.find(({ origin }) => origin === 'folder');
  if (folder === undefined) return described;
  const checked = await guard.check(folder);
  if (checked.real === undefined || checked.real === described.cwd) return described;
  return describe((use, base, origin) => (origin === 'folder' ? checked : pathFact(use, base, origin)));
}

/** Of a call with very many paths, before others get their turn. */
const BATCH_SIZE = 200;
