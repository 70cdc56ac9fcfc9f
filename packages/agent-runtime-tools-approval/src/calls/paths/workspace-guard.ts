import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { SyncDiskReader, type ResolveOptions, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { startsWithTilde, type PathFact } from './path-fact.ts';
import { insideFact, outsideFact, TILDE_CONCERN, type PathGuard } from './path-guard.ts';
import { entryExists, realLocation } from './real-location.ts';

/** Checks paths with the workspace's own resolver: no rule can approve a path that the workspace refuses. */
export function workspaceGuard(workspace: Workspace): PathGuard {
  return {
    roots: () => workspace.roots(),
    async check(fact) {
      if (startsWithTilde(fact.given)) return outsideFact(fact, TILDE_CONCERN);
      const disk = new SyncDiskReader();
      const failures: Failure[] = [];
      for (const access of accessOrder(fact, disk)) {
        try {
          return insideFact(fact, await workspace.resolve(fact.given, resolveOptions(fact, access)));
        } catch (error) {
          failures.push({ access, error });
          if (!mayTryOther(access, error)) break;
        }
      }
      return refusedFact(fact, failures, disk);
    },
    checkSync(fact, disk) {
      if (startsWithTilde(fact.given)) return outsideFact(fact, TILDE_CONCERN);
      const failures: Failure[] = [];
      for (const access of accessOrder(fact, disk)) {
        try {
          const found = workspace.resolveSync?.(fact.given, resolveOptions(fact, access));
          return found && insideFact(fact, found);
        } catch (error) {
          failures.push({ access, error });
          if (!mayTryOther(access, error)) break;
        }
      }
      return refusedFact(fact, failures, disk);
    },
  };
}

type Access = 'delete' | 'stat' | 'write';

interface Failure {
  readonly access: Access;
  readonly error: unknown;
}

/**
 * The kinds of access to try, the likeliest to succeed first. `write` also finds a path that does not exist yet, `stat`
 * also finds folders and special files.
 */
function accessOrder({ access, possible, origin, lexical }: PathFact, disk: SyncDiskReader): readonly Access[] {
  if (access === 'delete') return DELETE_FIRST;
  if (access === 'write') return WRITE_FIRST;
  // Most words of a command and most texts of unknown arguments are not paths of existing files.
  const isLikelyMissing = possible || origin === 'command';
  return isLikelyMissing && !entryExists(disk, lexical) ? WRITE_FIRST : STAT_FIRST;
}

function resolveOptions({ base }: PathFact, access: Access): ResolveOptions {
  return { cwd: base, allowProtected: true, access };
}

function mayTryOther(access: Access, error: unknown): boolean {
  return access === 'write' || isNotFound(error);
}

/** A path that the workspace refuses, with its real location: a rule that names that place may still approve it. */
function refusedFact(fact: PathFact, [first, second]: readonly Failure[], disk: SyncDiskReader): PathFact {
  // "Not found" says less than why the file cannot be created.
  const failure = second === undefined || (first?.access === 'write' && isNotFound(second.error)) ? first : second;
  const concern = errorMessage(failure?.error);
  try {
    const { real } = realLocation(disk, fact.lexical, { followLast: fact.access !== 'delete' });
    return outsideFact(fact, concern, real);
  } catch {
    return outsideFact(fact, concern);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ToolFailure && error.error.code === 'FILE_NOT_FOUND';
}

const DELETE_FIRST: readonly Access[] = ['delete', 'write'];
const WRITE_FIRST: readonly Access[] = ['write', 'stat'];
const STAT_FIRST: readonly Access[] = ['stat', 'write'];
