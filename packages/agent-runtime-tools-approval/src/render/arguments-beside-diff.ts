import { isRecord } from '@ku0/agent-runtime-tools-core';
/** The arguments of a call without the texts that its diff shows anyway. */
export interface ArgumentsBesideDiff {
  readonly args: Readonly<Record<string, unknown>>;
  /** The texts that the diff shows, with their place: `edits[0].new_string`. */
  readonly inChanges: readonly { readonly place: string; readonly text: string }[];
}

/** Removes texts that would be shown twice: those to be written or replaced whose lines are all in the diff. */
export function argumentsBesideDiff(
  args: Readonly<Record<string, unknown>>,
  diff: string | undefined,
): ArgumentsBesideDiff {
  if (diff === undefined || diff === '') return { args, inChanges: [] };
  const reader = new ArgumentReader(diff);
  return { args: reader.members(args, '', 0), inChanges: reader.inChanges };
}

class ArgumentReader {
  readonly inChanges: { place: string; text: string }[] = [];
  readonly #lines: readonly string[];
  readonly #known: ReadonlySet<string>;

  constructor(diff: string) {
    const marked = diff.split('\n');
    this.#lines = [...marked, ...marked.map((line) => line.slice(1))];
    this.#known = new Set(this.#lines);
  }

  members(value: Readonly<Record<string, unknown>>, place: string, depth: number): Record<string, unknown> {
    const kept: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const at = place === '' ? name : `${place}.${name}`;
      if (typeof member === 'string' && CONTENT_PARAMETERS.has(name) && this.#isShown(member)) {
        this.inChanges.push({ place: at, text: member });
      } else if (depth < MAX_DEPTH && LIST_PARAMETERS.has(name) && Array.isArray(member)) {
        kept.push([name, member.map((item: unknown, index) => this.#item(item, `${at}[${index}]`, depth + 1))]);
      } else kept.push([name, member]);
    }
    return Object.fromEntries(kept);
  }

  #item(item: unknown, place: string, depth: number): unknown {
    return isRecord(item) ? this.members(item, place, depth) : item;
  }

  /** The first line of the text may start, and the last may end, in the middle of a line of the file. */
  #isShown(text: string): boolean {
    if (text === '' || text.length > MAX_CHARACTERS) return false;
    const lines = text.replace(/\r?\n$/, '').split('\n');
    const last = lines.length - 1;
    return lines.every((line, at) => {
      if (this.#known.has(line)) return true;
      if (at > 0 && at < last) return false;
      return this.#lines.some((shown) =>
        last === 0 ? shown.includes(line) : at === 0 ? shown.endsWith(line) : shown.startsWith(line),
      );
    });
  }
}

/** Parameters for the text to write and the text to replace. */
const CONTENT_PARAMETERS = new Set(
  'content contents text new_string old_string new_str old_str newString oldString file_text insert_text diff patch search replace replacement'.split(
    ' ',
  ),
);
const LIST_PARAMETERS = new Set(['edits', 'files', 'diffs', 'changes']);
const MAX_DEPTH = 4;
const MAX_CHARACTERS = 1_000_000;
