import { readFileHeader } from './file-header.ts';
import { NULL_PATH, decodeGitPaths, decodePatchPath, stripPathPrefixes, unprefixed } from './patch-path.ts';

/** A path that a patch names, and the access that applying it needs. */
export interface PatchPath {
  readonly path: string;
  readonly access: 'read' | 'write' | 'delete';
  /** Only some tools would read this path from the patch: deny rules must cover it, allow rules need not. */
  readonly possible?: boolean;
}

export interface PatchPathsOptions {
  /** Parsing stops once there are more paths than this. */
  readonly limit?: number;
}

/**
 * Every path that a patch of either format names, for checking permissions. All files that `apply_patch` would change are
 * among those that are not `possible`. Lines of a hunk that look like headers are treated as headers.
 */
export function patchPaths(patch: string, { limit = Number.POSITIVE_INFINITY }: PatchPathsOptions = {}): PatchPath[] {
  const lines = patch.replace(/^\ufeff/, '').split(/\r?\n/);
  const paths: PatchPath[] = [];
  let section = new Section();
  const finish = (): void => {
    for (const path of section.paths()) paths.push(path);
    section = new Section();
  };
  for (const [at, line] of lines.entries()) {
    const header = readFileHeader(line);
    if (header !== undefined) {
      if (header.path !== '')
        paths.push({ path: header.path, access: header.action === 'delete' ? 'delete' : 'write' });
    } else if (line.startsWith('diff --git ')) {
      finish();
      section.both(...gitPaths(line.slice('diff --git '.length)));
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true) {
      if (section.hasChanges) finish();
      section.both(decodePatchPath(line.slice(4)), decodePatchPath(lines[at + 1]?.slice(4) ?? ''), {
        areHeaders: true,
      });
    } else section.read(line, lines[at - 1] ?? '');
    if (paths.length > limit) return paths;
  }
  finish();
  return paths;
}

/** Paths with blanks cannot always be split; then the following header lines tell them. */
function gitPaths(written: string): [from: string, to: string] {
  const paths = decodeGitPaths(written);
  if (paths !== undefined) return paths;
  const half = (written.length - 1) / 2;
  return Number.isInteger(half) && written[half] === ' '
    ? [written.slice(0, half), written.slice(half + 1)]
    : [decodePatchPath(written), written];
}

/** The part of a diff about one file. If its lines contradict each other, every path gets the most severe access. */
class Section {
  readonly #names: { readonly path: string; readonly possible?: boolean }[] = [];
  readonly #written = new Set<string>();
  #copiedFrom: string | undefined;
  #deletes = false;
  hasChanges = false;

  both(from: string, to: string, { areHeaders = false } = {}): void {
    if (areHeaders && [to, to.slice(2)].includes(NULL_PATH)) this.#deletes = true;
    const [bareFrom, bareTo] = stripPathPrefixes(from, to);
    const isNothing = from === NULL_PATH && to === NULL_PATH;
    this.#written.add(to).add(bareTo);
    for (const [path, bare] of [
      [from, bareFrom],
      [to, bareTo],
    ] as const) {
      if (path === NULL_PATH && !isNothing) continue;
      this.#names.push({ path: bare });
      // Whether a prefix belongs to the name depends on the tool: restrictions count for both readings.
      const other = bare === path ? unprefixed(path) : path;
      if (other !== undefined) this.#names.push({ path: other, possible: true });
    }
  }

  read(line: string, before: string): void {
    if (line.startsWith('@@')) this.hasChanges = true;
    if (line.startsWith('deleted file mode ')) this.#deletes = true;
    const move = /^(rename|copy) (from|to) (.+)$/s.exec(line);
    if (move !== null) {
      const [, how, end, name = ''] = move;
      const path = decodePatchPath(name);
      const isOriginal = how === 'copy' && end === 'from' && [path, undefined].includes(this.#copiedFrom);
      if (isOriginal) this.#copiedFrom = path;
      else this.#written.add(path);
      this.#names.push({ path });
    }
    // A header without its partner is none for most tools; its name counts for what restricts.
    const alone = /^(?:---|\+\+\+) (.+)$/s.exec(line);
    if (alone === null || before.startsWith('--- ')) return;
    const path = decodePatchPath(alone[1] ?? '');
    const bare = unprefixed(path);
    this.#names.push({ path, possible: true });
    if (bare !== undefined) this.#names.push({ path: bare, possible: true });
  }

  paths(): PatchPath[] {
    const access = this.#deletes ? 'delete' : 'write';
    // The original of a copy stays, unless another line of the section writes to it.
    const isOnlyRead = (path: string): boolean =>
      path === this.#copiedFrom && !this.#deletes && this.#written.size > 0 && !this.#written.has(path);
    return this.#names.map(({ path, possible }) => ({
      path,
      access: isOnlyRead(path) ? 'read' : access,
      ...(possible === true && { possible }),
    }));
  }
}
