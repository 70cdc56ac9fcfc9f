import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { TOOL_IGNORE_FILES, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { sandboxErrors } from '../errors.ts';
import { changedFiles } from './changed-files.ts';
import type { GuardedPath } from './guarded-path.ts';
import { HiddenPaths } from './hidden-paths.ts';
import { plantedPaths, restoreLink, setAside } from './set-aside.ts';
import { MAX_ENTRIES, scanTree } from './scan-tree.ts';
import type { TreeScan } from './scan-tree.ts';
import { mountsOf } from './workspace-view.ts';
import type { ViewMount, ViewRoot, WorkspaceView } from './workspace-view.ts';

export interface GuardOptions {
  readonly writable: boolean;
  readonly trackChanges: boolean;
  readonly signal?: AbortSignal;
}

/** The view of the workspace for one run. */
export interface GuardedRun {
  readonly view: WorkspaceView;
  /** To be called once, when all processes of the run have ended. */
  finish(): Promise<GuardReport>;
}

export interface GuardReport {
  /** Absolute paths; undefined without `trackChanges`. */
  readonly changed: readonly string[] | undefined;
  readonly changedComplete: boolean;
  /** Files that the run created under guarded names, and where they were moved. */
  readonly planted: readonly { readonly path: string; readonly movedTo: string | undefined }[];
  readonly warnings: readonly string[];
}

/**
 * Guards the workspace during runs. Overlapping runs share the scan made before the first of them, so that files created by
 * one run cannot influence the mounts of the next.
 */
export class GuardedWorkspace {
  readonly #workspace: Workspace;
  readonly #roots: readonly ViewRoot[];
  readonly #hidden: HiddenPaths;
  /** Absolute paths that tools of this process wrote since the first run began. */
  readonly #written = new Set<string>();
  #activeRuns = 0;
  #sharedScan: Promise<readonly TreeScan[]> | undefined;
  #stopListening: (() => void) | undefined;

  constructor(workspace: Workspace, roots: readonly ViewRoot[]) {
    this.#workspace = workspace;
    this.#roots = roots;
    this.#hidden = new HiddenPaths(workspace, roots);
  }

  async begin(options: GuardOptions): Promise<GuardedRun> {
    this.#activeRuns += 1;
    this.#stopListening ??= this.#workspace.onChange(({ files }) => {
      for (const { path } of files) this.#written.add(resolve(this.#roots[0]?.path ?? sep, path));
    });
    try {
      const isHidden = await this.#hidden.matcher();
      const shared = this.#sharedScan;
      const scan = this.#survey({ ...options, isHidden });
      if (options.writable) this.#sharedScan ??= scan;
      const before = await scan;
      // If the run that made the shared scan was cancelled during the scan, it changed nothing.
      const known = (await shared?.catch(() => undefined)) ?? before;
      this.#requireCompleteScan(before);
      const roots = this.#roots.map(({ path, readOnly }) => ({ path, readOnly: readOnly || !options.writable }));
      const mounts = roots.flatMap((root, index) => this.#mounts(root, known[index], before[index]));
      if (mounts.length > MAX_MOUNTS) throw new ToolFailure(sandboxErrors.SANDBOX_VIEW_TOO_LARGE());
      return {
        view: { roots, mounts },
        finish: async () => {
          try {
            return await this.#finish({ ...options, isHidden }, known, before);
          } finally {
            this.#leave();
          }
        },
      };
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Throws if a root with an ignore file was not scanned completely: hidden paths could be missing from the view. */
  #requireCompleteScan(scans: readonly TreeScan[]): void {
    for (const [index, { path }] of this.#roots.entries()) {
      if (scans[index]?.complete !== false) continue;
      const hasIgnoreFile = TOOL_IGNORE_FILES.some((name) => existsSync(join(path, name)));
      if (hasIgnoreFile) throw new ToolFailure(sandboxErrors.SANDBOX_VIEW_TOO_LARGE());
    }
  }

  #leave(): void {
    this.#activeRuns -= 1;
    if (this.#activeRuns > 0) return;
    this.#sharedScan = undefined;
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#written.clear();
  }

  async #survey(
    { isHidden, trackChanges, writable, signal }: ScanOptions,
    { maxEntries, forceAccess } = BEFORE,
  ): Promise<readonly TreeScan[]> {
    const isProtected = (relative: string): boolean => this.#workspace.isProtected(relative);
    const rules = { isHidden, isProtected, fingerprints: trackChanges, makeHooks: writable, maxEntries, forceAccess };
    const scans: TreeScan[] = [];
    for (const { path } of this.#roots) scans.push(await scanTree(path, { ...rules, ...(signal && { signal }) }));
    return scans;
  }

  /** Paths hidden by a rule are taken from the current scan, paths guarded by name from the scan before all runs. */
  #mounts(root: ViewRoot, known: TreeScan | undefined, now: TreeScan | undefined): readonly ViewMount[] {
    const before = new Set((known?.guarded ?? []).map(({ path }) => path));
    const hiddenByRule = (now?.guarded ?? []).filter((one) => one.hiddenByRule);
    const kept = (known?.guarded ?? []).filter((one) => !one.hiddenByRule && existsSync(one.path));
    const targets = kept.flatMap((one) => linkTarget(one, root.path));
    const old = hiddenByRule.filter(({ path }) => before.has(path));
    const made = hiddenByRule.filter(({ path }) => !before.has(path));
    // Paths created by a concurrent run are hidden, but the folders above them are not pinned.
    return [...mountsOf([...kept, ...targets, ...old], root), ...mountsOf(made, { ...root, readOnly: true })];
  }

  async #finish(options: ScanOptions, known: readonly TreeScan[], before: readonly TreeScan[]): Promise<GuardReport> {
    if (!options.writable) return { ...NOTHING, changed: options.trackChanges ? [] : undefined };
    const { isHidden, trackChanges } = options;
    // A run must not hide planted files by filling the workspace with others, so more entries are scanned now.
    const maxEntries = before.every(({ complete }) => complete) ? MAX_ENTRIES + MAX_FILES_OF_RUN : MAX_ENTRIES;
    const look = (): Promise<readonly TreeScan[]> =>
      this.#survey({ isHidden, trackChanges, writable: false }, { maxEntries, forceAccess: true });
    const planted: Planted[] = [];
    let after = await look();
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const found = after.flatMap((now, index) => this.#remove(known[index], now));
      planted.push(...found);
      // Folders that were renamed to valid UTF-8 can be scanned now.
      if (!found.some(({ isNamed }) => isNamed)) break;
      after = await look();
    }
    const changed = after.flatMap((now, index) => changesSince(before[index], now));
    const all = [...before, ...after];
    return {
      changed: options.trackChanges ? changed : undefined,
      changedComplete: all.every(({ fingerprintsComplete }) => fingerprintsComplete),
      planted,
      warnings: all.every(({ complete }) => complete) ? [] : [SCAN_INCOMPLETE],
    };
  }

  #remove(known: TreeScan | undefined, now: TreeScan): readonly Planted[] {
    const before = new Map((known?.guarded ?? []).map((guarded) => [guarded.path, guarded]));
    const planted = plantedPaths(before, now.guarded).filter(({ path }) => !this.#isOurs(path));
    return planted.map(({ path, bytes }) => {
      const movedTo = setAside({ path, ...(bytes && { bytes }) });
      if (movedTo !== undefined) restoreLink(before.get(path));
      return { path, movedTo, isNamed: bytes !== undefined && movedTo !== undefined };
    });
  }

  #isOurs(path: string): boolean {
    return [...this.#written].some((written) => written === path || written.startsWith(path + sep));
  }
}

interface Planted {
  readonly path: string;
  readonly movedTo: string | undefined;
  /** Its name was not valid UTF-8 and is now. */
  readonly isNamed: boolean;
}

const BEFORE = { maxEntries: MAX_ENTRIES, forceAccess: false };
const MAX_PASSES = 50;

interface ScanOptions extends GuardOptions {
  readonly isHidden: (path: string) => boolean;
}

/** The most files that a run can realistically create: the watchdog ends it earlier on disks that count files. */
const MAX_FILES_OF_RUN = 2_000_000;
/** bubblewrap accepts 9,000 arguments, and each mount takes longer the more there are. */
const MAX_MOUNTS = 500;
const NOTHING: GuardReport = { changed: undefined, changedComplete: true, planted: [], warnings: [] };
const SCAN_INCOMPLETE =
  'The workspace has more files than the sandbox scans: protected names deep in it may be writable.';

function changesSince(before: TreeScan | undefined, now: TreeScan): readonly string[] {
  return before === undefined ? [] : changedFiles(before, now);
}

/** The target of a guarded link is guarded as well, if it is in the workspace. */
function linkTarget({ path, kind, target }: GuardedPath, root: string): readonly GuardedPath[] {
  if (kind !== 'link' || target === undefined) return [];
  try {
    const real = realpathSync(resolve(dirname(path), target));
    return real.startsWith(join(root, sep)) ? [{ path: real, kind: 'file', guard: 'read-only' }] : [];
  } catch {
    return [];
  }
}
