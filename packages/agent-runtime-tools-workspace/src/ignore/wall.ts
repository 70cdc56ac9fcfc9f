import type { Ignore } from 'ignore';
import type { SyncDiskReader } from '../fs/sync-disk-reader.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { isWithin, relativeTo, type Root } from '../paths/roots.ts';
import { RuleFile } from './rule-file.ts';
import { ruleVerdict } from './rule-verdict.ts';

/** The ignore files at a root that hide paths from every tool, reads included. Case does not count. */
export const TOOL_IGNORE_FILES: readonly string[] = ['.toolignore', '.clineignore', '.rooignore'];

export class Wall {
  readonly #files: readonly { readonly root: string; readonly file: RuleFile }[];

  #last: { readonly all: readonly RootRules[]; readonly isHidden: IsHidden } | undefined;

  constructor(fs: FileSystem, roots: readonly Root[]) {
    this.#files = roots.flatMap(({ path }) =>
      TOOL_IGNORE_FILES.map((name) => ({
        root: path,
        file: new RuleFile(fs, `${path}/${name}`, { ignoreCase: true }),
      })),
    );
  }

  /**
   * The rules as they are now: whether a path, absolute and in a root, is hidden. It is with everything below it,
   * whether it exists or not, and any file of any root around it is enough. Fails when a file cannot be read.
   */
  async rules(): Promise<IsHidden> {
    const all = await Promise.all(
      this.#files.map(async ({ root, file }) => ({ root, rules: await rulesOf(root, file) })),
    );
    return hiddenBy(all);
  }

  /** The same without waiting, and the same function for the same rules; undefined when a file has to be read first. */
  rulesNow(disk: SyncDiskReader): IsHidden | undefined {
    const all: RootRules[] = [];
    for (const { root, file } of this.#files) {
      const rules = rulesOfNow(root, file, disk);
      if (rules === 'unread') return undefined;
      if (rules !== undefined) all.push({ root, rules });
    }
    const last = this.#last;
    if (last?.all.length === all.length && all.every(({ rules }, at) => rules === last.all[at]?.rules)) {
      return last.isHidden;
    }
    this.#last = { all, isHidden: hiddenBy(all) };
    return this.#last.isHidden;
  }
}

export type IsHidden = (path: string) => boolean;

interface RootRules {
  readonly root: string;
  readonly rules: Ignore | undefined;
}

async function rulesOf(root: string, file: RuleFile): Promise<Ignore | undefined> {
  try {
    return await file.rules();
  } catch (error) {
    throw systemFailure(error, root);
  }
}

function rulesOfNow(root: string, file: RuleFile, disk: SyncDiskReader): ReturnType<RuleFile['rulesNow']> {
  try {
    return file.rulesNow(disk);
  } catch (error) {
    throw systemFailure(error, root);
  }
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

/** Without knowing what a path is, a rule for folders only counts too. */
function isHidden(rules: Ignore, relative: string): boolean {
  return ruleVerdict(rules, relative, false) === 'hidden' || ruleVerdict(rules, relative, true) === 'hidden';
}
