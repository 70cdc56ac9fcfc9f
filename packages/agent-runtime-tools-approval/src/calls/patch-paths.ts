import { decodedName, gitNames } from './patch-names.ts';
import type { PathUse } from './path-use.ts';

/** The files that a patch names, in either of the two formats; undefined when it names none that can be found. */
export function patchPaths(patch: string): PathUse[] | undefined {
  const lines = patch.replace(/^\ufeff/, '').split(/\r?\n/);
  const uses: PathUse[] = [];
  let section = new Section();
  const finish = (): void => {
    for (const use of section.uses()) uses.push(use);
    section = new Section();
  };
  for (const [at, line] of lines.entries()) {
    const envelope = envelopePath(line);
    if (envelope !== undefined) uses.push(envelope);
    else if (line.startsWith('diff --git ')) {
      finish();
      section.both(...gitNames(line.slice('diff --git '.length)));
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true) {
      if (section.hasChanges) finish();
      section.both(decodedName(line.slice(4)), decodedName(lines[at + 1]?.slice(4) ?? ''), { areHeaders: true });
    } else section.read(line, lines[at - 1] ?? '');
    if (uses.length > MOST_PATHS) return undefined;
  }
  finish();
  return uses.length === 0 || uses.length > MOST_PATHS ? undefined : uses;
}

function envelopePath(line: string): PathUse | undefined {
  const found = /^\s*\*\*\*\s+(Add File|Update File|Delete File|Move to|Move File|Rename to):\s*(.+?)\s*$/is.exec(line);
  if (found === null) return undefined;
  return { path: found[2] ?? '', access: /^delete/i.test(found[1] ?? '') ? 'delete' : 'write' };
}

/** What a diff says about one file. Lines may contradict each other: then the worst of them counts for every name. */
class Section {
  readonly #names: { readonly path: string; readonly possible?: boolean }[] = [];
  readonly #copied: { from?: string; to?: string } = {};
  #deletes = false;
  hasChanges = false;

  both(from: string, to: string, { areHeaders = false } = {}): void {
    if (areHeaders && [to, to.slice(2)].includes(NULL_PATH)) this.#deletes = true;
    const [bareFrom, bareTo] = withoutPrefixes(from, to);
    const isNothing = from === NULL_PATH && to === NULL_PATH;
    for (const [path, bare] of [
      [from, bareFrom],
      [to, bareTo],
    ] as const) {
      if (path === NULL_PATH && !isNothing) continue;
      this.#names.push({ path: bare });
      // Whether a prefix belongs to the name depends on the tool: restrictions count for both readings.
      if (bare !== path) this.#names.push({ path, possible: true });
      else if (PREFIX.test(path)) this.#names.push({ path: path.slice(2), possible: true });
    }
  }

  read(line: string, before: string): void {
    if (line.startsWith('@@')) this.hasChanges = true;
    if (line.startsWith('deleted file mode ')) this.#deletes = true;
    const move = /^(rename|copy) (from|to) (.+)$/s.exec(line);
    if (move !== null) {
      const [, how, end, name = ''] = move;
      if (how === 'copy') this.#copied[end === 'from' ? 'from' : 'to'] = decodedName(name);
      this.#names.push({ path: decodedName(name) });
    }
    // A header without its partner is none for most; the names of such count for what restricts.
    const alone = /^(?:---|\+\+\+) (.+)$/s.exec(line);
    if (alone === null || before.startsWith('--- ')) return;
    const path = decodedName(alone[1] ?? '');
    this.#names.push({ path, possible: true });
    if (PREFIX.test(path)) this.#names.push({ path: path.slice(2), possible: true });
  }

  uses(): PathUse[] {
    const access = this.#deletes ? 'delete' : 'write';
    const isCopy = this.#copied.from !== undefined && this.#copied.to !== undefined && !this.#deletes;
    return this.#names.map(({ path, possible }) => ({
      path,
      access: isCopy && path === this.#copied.from ? 'read' : access,
      ...(possible === true && { possible }),
    }));
  }
}

/** Without `a/` and `b/`, or another pair that git writes; as they are where they are no such pair. */
function withoutPrefixes(from: string, to: string): [from: string, to: string] {
  const [left, right] = [PREFIX.exec(from)?.[1], PREFIX.exec(to)?.[1]];
  if (from === NULL_PATH) return [from, right === 'b' ? to.slice(2) : to];
  if (to === NULL_PATH) return [left === 'a' ? from.slice(2) : from, to];
  return left !== undefined && right !== undefined && PAIRS.has(left + right)
    ? [from.slice(2), to.slice(2)]
    : [from, to];
}

const NULL_PATH = '/dev/null';
const PREFIX = /^([abciow])\//;
const PAIRS = new Set(['ab', 'ba', 'ci', 'iw', 'cw', 'ow']);
const MOST_PATHS = 2000;
