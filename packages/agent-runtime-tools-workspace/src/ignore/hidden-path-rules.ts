import type { Ignore } from 'ignore';
import type { FileSystem } from '../fs/file-system.ts';
import type { SyncDiskReader } from '../fs/sync-disk-reader.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { isWithin, relativeTo, type Root } from '../paths/roots.ts';
import { IgnoreFile, ruleVerdict } from './ignore-file.ts';

/** The ignore files at a root that hide paths from every tool, reads included. They match without regard to case. */
export const TOOL_IGNORE_FILES: readonly string[] = ['.toolignore', '.clineignore', '.rooignore'];

/** Whether a path, absolute and in a root, is hidden from tools. */
export type IsHidden = (path: string) => boolean;

/** The rules of the ignore files that hide paths from tools, for all roots of a workspace. */
export class HiddenPathRules {
  readonly #files: readonly { readonly root: string; readonly file: IgnoreFile }[];

  constructor(fs: FileSystem, roots: readonly Root[]) {
    this.#files = roots.flatMap(({ path }) =>
      TOOL_IGNORE_FILES.map((name) => ({
        root: path,
        file: new IgnoreFile(fs, `${path}/${name}`, { ignoreCase: true }),
      })),
    );
  }

  /**
   * The rules as they are now. A hidden folder hides everything below it, whether it exists or not, and the file of any
   * root around a path can hide it. Fails when an ignore file cannot be read.
   */
  async matcher(): Promise<IsHidden> {
    const all = this.#files.map(async ({ root, file }) => {
      try {
        return { root, rules: await file.rules() };
      } catch (error) {
        throw systemFailure(error, root);
      }
    });
    return hiddenBy(await Promise.all(all));
  }

  /** The same without waiting; undefined when an ignore file has to be read first. */
  matcherSync(disk: SyncDiskReader): IsHidden | undefined {
    const all: RootRules[] = [];
    for (const { root, file } of this.#files) {
      try {
        const rules = file.rulesSync(disk);
        if (rules === 'unread') return undefined;
        if (rules !== undefined) all.push({ root, rules });
      } catch (error) {
        throw systemFailure(error, root);
      }
    }
    return hiddenBy(all);
  }
}

interface RootRules {
  readonly root: string;
  readonly rules: Ignore | undefined;
}

function hiddenBy(all: readonly RootRules[]): IsHidden {
  return (path) =>
    all.some(
      ({ root, rules }) =>
        rules !== undefined &&
        path !== root &&
        isWithin(root, path) &&
        isHidden(rules, relativeTo(root, path).normalize()),
    );
}

/** The path may be a file or a folder, so a rule for folders only (`build/`) counts too. */
function isHidden(rules: Ignore, relative: string): boolean {
  return ruleVerdict(rules, relative, false) === 'hidden' || ruleVerdict(rules, relative, true) === 'hidden';
}
