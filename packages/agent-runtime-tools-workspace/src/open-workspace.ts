import type { FileSystem } from './fs/file-system.ts';
import { systemFailure } from './fs/system-failure.ts';
import { GitIgnore } from './ignore/git-ignore.ts';
import { HiddenPathRules } from './ignore/hidden-path-rules.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLocks } from './locks/file-locks.ts';
import { Leases } from './locks/leases.ts';
import { PathResolver } from './paths/path-resolver.ts';
import type { ProtectedPathMatcher } from './paths/protected-path-matcher.ts';
import { openRoots, relativeTo, rootOf, type Root, type RootOption } from './paths/roots.ts';
import { stateFailure } from './state/state-failure.ts';
import { locateState, makeState, type StateFolders } from './state/state-folder.ts';
import { idOf, Journal } from './transaction/journal/journal.ts';
import { activeTransactions, recover, type RecoveryReport } from './transaction/recover/recover.ts';
import { ChangeLog } from './undo/change-log.ts';
import { ObjectStore } from './undo/object-store.ts';

/** Everything that needs the roots and the state folder, once they are found. */
export interface OpenWorkspace {
  readonly roots: readonly Root[];
  readonly state: StateFolders;
  readonly resolver: PathResolver;
  readonly hiddenPaths: HiddenPathRules;
  readonly gitIgnore: GitIgnore;
  readonly locks: FileLocks;
  readonly journal: Journal;
  readonly log: ChangeLog;
  readonly objects: ObjectStore;
  readonly recovery: RecoveryReport;
  /** As ResolvedPath.display, for a real path. */
  display(path: string): string;
  /** Makes the state folder and settles what a crash left behind, unless that was done. Fails where it cannot be used. */
  prepareState(): Promise<void>;
  /** Settles what other processes left behind since. With `wait`, until it is known who is still at work. */
  settle(options?: { readonly wait?: boolean }): Promise<void>;
}

interface OpenOptions {
  readonly fs: FileSystem;
  readonly roots: readonly (string | RootOption)[];
  readonly state: string;
  readonly isProtected: ProtectedPathMatcher;
  readonly leaseMs: number;
}

export async function openWorkspace({
  fs,
  roots: given,
  state: home,
  isProtected,
  leaseMs,
}: OpenOptions): Promise<OpenWorkspace> {
  try {
    const roots = await openRoots(fs, given);
    const state = await locateState(fs, home, roots);
    const hiddenPaths = new HiddenPathRules(fs, roots);
    const journal = new Journal(fs, state);
    const leases = new Leases(fs, state.leases, leaseMs);
    const locks = new FileLocks(fs, state.locks, leases);
    const recovery: RecoveryReport = { completed: [], reverted: [], conflicts: [], pending: [] };
    let isPrepared = false;
    const open: OpenWorkspace = {
      roots,
      state,
      resolver: new PathResolver({ fs, roots, isProtected, hiddenPaths }),
      hiddenPaths,
      gitIgnore: new GitIgnore(fs),
      locks,
      journal,
      log: new ChangeLog(fs, state.changes),
      objects: new ObjectStore(fs, state.objects),
      recovery,
      display(path) {
        const root = rootOf(roots, path);
        return root !== undefined && root === roots[0] ? relativeTo(root.path, path) : path;
      },
      async prepareState() {
        if (isPrepared) return;
        try {
          await makeState(fs, state, roots);
          await open.settle({ wait: true });
        } catch (error) {
          throw stateFailure(error);
        }
        isPrepared = true;
      },
      async settle({ wait = false } = {}) {
        for (;;) {
          const names = (await fs.readdir(state.journal)).map(({ name }) => name);
          if (names.every((name) => activeTransactions.has(idOf(name)))) return;
          // One at a time: two must not repair the same transaction side by side.
          const lock = await locks.acquire([state.journal]);
          try {
            const { report, isUnknown } = await recover(fs, journal, leases);
            for (const key of ['completed', 'reverted', 'conflicts'] as const) recovery[key].push(...report[key]);
            recovery.pending.splice(0, recovery.pending.length, ...report.pending);
            if (report.completed.length + report.reverted.length > 0) await locks.sweep();
            if (!wait || !isUnknown) return;
          } finally {
            await lock.release();
          }
          await sleep(leaseMs / 8);
        }
      },
    };
    // Reading needs no state: one that cannot be used is told to whoever changes something.
    await open.prepareState().catch(() => undefined);
    return open;
  } catch (error) {
    throw error instanceof TypeError ? error : systemFailure(error, 'the workspace');
  }
}
