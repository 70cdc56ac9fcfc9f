import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { TOOL_IGNORE_FILES, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { sandboxErrors } from '../errors.ts';
import { changedFiles } from './changed-files.ts';
import type { GuardedPath } from './guarded-path.ts';
import { HiddenPaths } from './hidden-paths.ts';
import { plantedPaths, restoreLink, setAside } from './set-aside.ts';
import { MOST_ENTRIES, surveyTree } from './survey-tree.ts';
import type { Survey } from './survey-tree.ts';
import { mountsOf } from './workspace-view.ts';
import type { ViewMount, ViewRoot, WorkspaceView } from './workspace-view.ts';

export interface GuardOptions {
  readonly writable: boolean;
  readonly trackChanges: boolean;
  readonly signal?: AbortSignal;
}

/** One run's hold on the workspace. */
export interface GuardedRun {
  readonly view: WorkspaceView;
  /** To be called once, when nothing of the run is left. */
  finish(): Promise<GuardReport>;
}

export interface GuardReport {
  /** Absolute; undefined when nobody asked. */
  readonly changed: readonly string[] | undefined;
  readonly changedComplete: boolean;
  /** What a run put under a guarded name, and where that is now. */
  readonly planted: readonly { readonly path: string; readonly movedTo: string | undefined }[];
  readonly warnings: readonly string[];
}

/**
 * The workspace's guarded paths, for the runs in it. Runs that overlap share what was found before the first of them
 * began: what a run makes must not decide what is mounted for the next.
 */
export class GuardedWorkspace {
  readonly #workspace: Workspace;
  readonly #roots: readonly ViewRoot[];
  readonly #hidden: HiddenPaths;
  /** Absolute paths that this runtime itself wrote since the first run began. */
  readonly #written = new Set<string>();
  #active = 0;
  #known: Promise<readonly Survey[]> | undefined;
  #stopListening: (() => void) | undefined;

  constructor(workspace: Workspace, roots: readonly ViewRoot[]) {
    this.#workspace = workspace;
    this.#roots = roots;
    this.#hidden = new HiddenPaths(workspace, roots);
  }

  async begin(options: GuardOptions): Promise<GuardedRun> {
    this.#active += 1;
    this.#stopListening ??= this.#workspace.onChange(({ files }) => {
      for (const { path } of files) this.#written.add(resolve(this.#roots[0]?.path ?? sep, path));
    });
    try {
      const isHidden = await this.#hidden.rules();
      const shared = this.#known;
      const survey = this.#survey({ ...options, isHidden });
      if (options.writable) this.#known ??= survey;
      const before = await survey;
      // A run that was given up while it looked has nothing to share, and has changed nothing.
      const known = (await shared?.catch(() => undefined)) ?? before;
      this.#refuseBlindWalls(before);
      const roots = this.#roots.map(({ path, readOnly }) => ({ path, readOnly: readOnly || !options.writable }));
      const mounts = roots.flatMap((root, index) => this.#mounts(root, known[index], before[index]));
      if (mounts.length > MOST_MOUNTS) throw new ToolFailure(sandboxErrors.SANDBOX_VIEW_TOO_LARGE());
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

  /** What was not looked at may be walled off. */
  #refuseBlindWalls(surveys: readonly Survey[]): void {
    for (const [index, { path }] of this.#roots.entries()) {
      if (surveys[index]?.complete !== false) continue;
      const isWalled = TOOL_IGNORE_FILES.some((name) => existsSync(join(path, name)));
      if (isWalled) throw new ToolFailure(sandboxErrors.SANDBOX_VIEW_TOO_LARGE());
    }
  }

  #leave(): void {
    this.#active -= 1;
    if (this.#active > 0) return;
    this.#known = undefined;
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#written.clear();
  }

  async #survey(
    { isHidden, trackChanges, writable, signal }: SurveyOptions,
    { mostEntries, insists } = BEFORE,
  ): Promise<readonly Survey[]> {
    const isProtected = (relative: string): boolean => this.#workspace.isProtected(relative);
    const rules = { isHidden, isProtected, stamps: trackChanges, makeHooks: writable, mostEntries, insists };
    const surveys: Survey[] = [];
    for (const { path } of this.#roots) surveys.push(await surveyTree(path, { ...rules, ...(signal && { signal }) }));
    return surveys;
  }

  /** What is walled off counts as it is now; what is guarded by its name, as it was before any run. */
  #mounts(root: ViewRoot, known: Survey | undefined, now: Survey | undefined): readonly ViewMount[] {
    const before = new Set((known?.guarded ?? []).map(({ path }) => path));
    const walled = (now?.guarded ?? []).filter((one) => one.walled);
    const kept = (known?.guarded ?? []).filter((one) => !one.walled && existsSync(one.path));
    const targets = kept.flatMap((one) => linkTarget(one, root.path));
    const old = walled.filter(({ path }) => before.has(path));
    const made = walled.filter(({ path }) => !before.has(path));
    // What another run makes meanwhile is hidden where it is, and nothing on the way to it is mounted.
    return [...mountsOf([...kept, ...targets, ...old], root), ...mountsOf(made, { ...root, readOnly: true })];
  }

  async #finish(options: SurveyOptions, known: readonly Survey[], before: readonly Survey[]): Promise<GuardReport> {
    if (!options.writable) return { ...NOTHING, changed: options.trackChanges ? [] : undefined };
    const { isHidden, trackChanges } = options;
    // Whoever fills the workspace with files must not get what it planted out of sight.
    const mostEntries = before.every(({ complete }) => complete) ? MOST_ENTRIES + MOST_NEW_FILES : MOST_ENTRIES;
    const look = (): Promise<readonly Survey[]> =>
      this.#survey({ isHidden, trackChanges, writable: false }, { mostEntries, insists: true });
    const planted: Planted[] = [];
    let after = await look();
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const found = after.flatMap((now, index) => this.#remove(known[index], now));
      planted.push(...found);
      // What has got a name that is text can be looked at now.
      if (!found.some(({ isNamed }) => isNamed)) break;
      after = await look();
    }
    const changed = after.flatMap((now, index) => changesSince(before[index], now));
    const all = [...before, ...after];
    return {
      changed: options.trackChanges ? changed : undefined,
      changedComplete: all.every(({ stampsComplete }) => stampsComplete),
      planted,
      warnings: all.every(({ complete }) => complete) ? [] : [TOO_MANY],
    };
  }

  #remove(known: Survey | undefined, now: Survey): readonly Planted[] {
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
  /** It had a name that was no text, and now has one that is. */
  readonly isNamed: boolean;
}

const BEFORE = { mostEntries: MOST_ENTRIES, insists: false };
const MOST_PASSES = 50;

interface SurveyOptions extends GuardOptions {
  readonly isHidden: (path: string) => boolean;
}

/** A run that makes more is ended where the disk counts them, and takes minutes where it does not. */
const MOST_NEW_FILES = 2_000_000;
/** bubblewrap takes 9,000 words, and longer for each mount the more there are. */
const MOST_MOUNTS = 500;
const NOTHING: GuardReport = { changed: undefined, changedComplete: true, planted: [], warnings: [] };
const TOO_MANY =
  'The workspace has more files than the sandbox looks through: protected names deep in it may be writable.';

function changesSince(before: Survey | undefined, now: Survey): readonly string[] {
  return before === undefined ? [] : changedFiles(before, now);
}

/** A guarded link guards what it leads to, as far as that is in the workspace. */
function linkTarget({ path, kind, target }: GuardedPath, root: string): readonly GuardedPath[] {
  if (kind !== 'link' || target === undefined) return [];
  try {
    const real = realpathSync(resolve(dirname(path), target));
    return real.startsWith(join(root, sep)) ? [{ path: real, kind: 'file', guard: 'read-only' }] : [];
  } catch {
    return [];
  }
}
