import { join } from 'node:path';
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
import { locateState, makeFolder, makeState, type StateFolders } from './state/state-folder.ts';
import { idOf, Journal } from './transaction/journal/journal.ts';
import { activeTransactions, recoverTransactions, type RecoveryReport } from './transaction/recover/recover.ts';
import { ChangeLog } from './undo/change-log.ts';
import { ObjectStore } from './undo/object-store.ts';

/** The parts of a workspace that need its resolved roots and its state folder. */
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
  /** Creates the state folder and recovers interrupted transactions, once. Fails if the folder cannot be used. */
  prepareState(): Promise<void>;
  /** The folder for what other packages can build again. Creates it. */
  cacheFolder(): Promise<string>;
  /** Recovers transactions that dead processes left. With `wait`, until it is known which processes are alive. */
  recover(options?: { readonly wait?: boolean }): Promise<void>;
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
      async cacheFolder() {
        await open.prepareState();
        const folder = join(state.own, 'cache');
        await makeFolder(fs, folder);
        return folder;
      },
      async prepareState() {
        if (isPrepared) return;
        try {
          await makeState(fs, state, roots);
          await open.recover({ wait: true });
        } catch (error) {
          throw stateFailure(error);
        }
        isPrepared = true;
      },
      async recover({ wait = false } = {}) {
        for (;;) {
          const names = (await fs.readdir(state.journal)).map(({ name }) => name);
          if (names.every((name) => activeTransactions.has(idOf(name)))) return;
          // Under a lock, so that two processes do not repair the same transaction.
          const lock = await locks.acquire([state.journal]);
          try {
            const { report, isUnknown } = await recoverTransactions(fs, journal, leases);
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
    // Reading works without a state folder. The first change reports one that cannot be used.
    await open.prepareState().catch(() => undefined);
    return open;
  } catch (error) {
    throw error instanceof TypeError ? error : systemFailure(error, 'the workspace');
  }
}
