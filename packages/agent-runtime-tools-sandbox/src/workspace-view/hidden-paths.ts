import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_IGNORE_FILES, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ViewRoot } from './workspace-view.ts';

/**
 * What the workspace hides. It is asked again only when one of the files that say so has changed, for its answer takes
 * longer than a look at them.
 */
export class HiddenPaths {
  readonly #workspace: Pick<Workspace, 'hiddenPathMatcher'>;
  readonly #files: readonly string[];
  #known: { readonly stamp: string; readonly isHidden: (path: string) => boolean } | undefined;

  constructor(workspace: Pick<Workspace, 'hiddenPathMatcher'>, roots: readonly ViewRoot[]) {
    this.#workspace = workspace;
    this.#files = roots.flatMap(({ path }) => TOOL_IGNORE_FILES.map((name) => join(path, name)));
  }

  /** The rules as they are now: whether an absolute path is hidden. */
  async rules(): Promise<(path: string) => boolean> {
    const stamp = stampOf(this.#files);
    if (stamp !== undefined && this.#known?.stamp === stamp) return this.#known.isHidden;
    const isHidden = await this.#workspace.hiddenPathMatcher();
    this.#known = stamp === undefined || stampOf(this.#files) !== stamp ? undefined : { stamp, isHidden };
    return isHidden;
  }
}

/** Undefined where looks cannot tell a change: behind a link, or right after the last one. */
function stampOf(files: readonly string[]): string | undefined {
  const newest = Date.now() - SETTLED_MS;
  const stamps: string[] = [];
  for (const path of files) {
    try {
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat?.isSymbolicLink() || (stat !== undefined && stat.ctimeMs > newest)) return undefined;
      stamps.push(stat === undefined ? '' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`);
    } catch {
      return undefined;
    }
  }
  return stamps.join();
}

/** Two changes within a tick of the disk's clock look like one. */
const SETTLED_MS = 2000;
