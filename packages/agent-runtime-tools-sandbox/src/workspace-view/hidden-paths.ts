import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_IGNORE_FILES, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ViewRoot } from './workspace-view.ts';

/** Caches the workspace's matcher for hidden paths until one of its ignore files changes. */
export class HiddenPaths {
  readonly #workspace: Pick<Workspace, 'hiddenPathMatcher'>;
  readonly #files: readonly string[];
  #cached: { readonly fingerprint: string; readonly isHidden: (path: string) => boolean } | undefined;

  constructor(workspace: Pick<Workspace, 'hiddenPathMatcher'>, roots: readonly ViewRoot[]) {
    this.#workspace = workspace;
    this.#files = roots.flatMap(({ path }) => TOOL_IGNORE_FILES.map((name) => join(path, name)));
  }

  /** The current matcher for absolute paths. */
  async matcher(): Promise<(path: string) => boolean> {
    const fingerprint = fingerprintOf(this.#files);
    if (fingerprint !== undefined && this.#cached?.fingerprint === fingerprint) return this.#cached.isHidden;
    const isHidden = await this.#workspace.hiddenPathMatcher();
    this.#cached =
      fingerprint === undefined || fingerprintOf(this.#files) !== fingerprint ? undefined : { fingerprint, isHidden };
    return isHidden;
  }
}

/** Undefined if a change could go unnoticed: for a link, and right after the last change. */
function fingerprintOf(files: readonly string[]): string | undefined {
  const newest = Date.now() - SETTLED_MS;
  const fingerprints: string[] = [];
  for (const path of files) {
    try {
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat?.isSymbolicLink() || (stat !== undefined && stat.ctimeMs > newest)) return undefined;
      fingerprints.push(
        stat === undefined ? '' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`,
      );
    } catch {
      return undefined;
    }
  }
  return fingerprints.join();
}

/** Two changes within one tick of the file system's clock have the same time. */
const SETTLED_MS = 2000;
