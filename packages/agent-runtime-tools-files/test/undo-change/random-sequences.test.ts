import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFiles, valueOf, type TemporaryFiles } from '../temporary-files.ts';

const PATHS = ['a.txt', 'b.txt', 'd/c.txt', 'd/e.txt'] as const;
const path = fc.constantFrom(...PATHS);
type State = Map<string, string>;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('write' as const), path, content: fc.constantFrom('1', '2', '3') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path, overwrite: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), steps: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('foreign' as const),
      path,
      content: fc.option(fc.constantFrom('1', '2', 'x', 'y'), { nil: undefined }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What one operation of ours did to some files, and the file by which it is reported. */
interface Operation {
  readonly subject: string;
  readonly effects: readonly { path: string; before: string | undefined; after: string | undefined }[];
}

/** Our calls that are not undone yet, oldest first, each with its operations. */
type History = Operation[][];

describe('undo_change after a random sequence of our tools and foreign edits', () => {
  it('restores exactly our changes, step by step, and reports the rest', async () => {
    const counts = { restored: 0, skipped: 0, write: 0, delete: 0, move: 0, undo: 0, foreign: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
        const made = temporaryFiles({ 'a.txt': '0', 'd/c.txt': '0', 'd/keep': '' });
        const state: State = new Map([
          ['a.txt', '0'],
          ['d/c.txt', '0'],
        ]);
        const history: History = [];
        const undo = async (number: number): Promise<void> => {
          const expected = undoInModel(history.splice(-number).toReversed(), state);
          const result = valueOf(await made.tools.execute('undo_change', { steps: number }, { taskId: 'task' }));
          expect(result.restored.toSorted()).toEqual(expected.restored.toSorted());
          expect(result.skipped.map((skipped) => skipped.path).toSorted()).toEqual(expected.skipped.toSorted());
          for (const { reason } of result.skipped) expect(reason).not.toBe('');
          expect(actual(made)).toEqual(Object.fromEntries(state));
          counts.restored += expected.restored.length;
          counts.skipped += expected.skipped.length;
        };
        for (const one of steps) {
          if (one.kind === 'undo') await undo(one.steps);
          else if (await play(one, { made, state, history })) counts[one.kind]++;
          if (one.kind === 'undo') counts.undo++;
          expect(actual(made)).toEqual(Object.fromEntries(state));
        }
        while (history.length > 0) await undo(1);
        expect(valueOf(await made.tools.execute('undo_change', {}, { taskId: 'task' }))).toEqual({
          restored: [],
          skipped: [],
          diff: '',
        });
        made.discard();
      }),
      { numRuns: 50, seed: 20_261_116 },
    );
    expect(counts.restored).toBeGreaterThan(100);
    expect(counts.skipped).toBeGreaterThan(20);
    for (const kind of ['write', 'delete', 'move', 'undo', 'foreign'] as const)
      expect(counts[kind]).toBeGreaterThan(20);
  }, 120_000);
});

function actual(made: TemporaryFiles): Record<string, string> {
  const found = PATHS.map((file) => [file, made.text(file)] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly ['a.txt', string] => entry[1] !== undefined));
}

interface Scene {
  readonly made: TemporaryFiles;
  readonly state: State;
  readonly history: History;
}

/** Plays a step with the tools and in the model. False when nothing was to be done. */
async function play(one: Exclude<Step, { kind: 'undo' }>, { made, state, history }: Scene): Promise<boolean> {
  const call = { taskId: 'task' };
  if (one.kind === 'foreign') {
    if (one.content === undefined) rmSync(join(made.root, one.path), { force: true });
    else made.put(one.path, one.content);
    set(state, one.path, one.content);
    return true;
  }
  // What somebody else has changed has to be read before it may be changed.
  if (state.has(one.path)) valueOf(await made.tools.execute('read_file', { path: one.path }, call));
  if (one.kind === 'write') {
    if (state.get(one.path) === one.content) return false;
    valueOf(await made.tools.execute('write_file', { path: one.path, content: one.content }, call));
    history.push([{ subject: one.path, effects: [effect(state, one.path, one.content)] }]);
    return true;
  }
  const content = state.get(one.path);
  if (content === undefined) return false;
  if (one.kind === 'delete') {
    valueOf(await made.tools.execute('delete_file', { path: one.path }, call));
    history.push([{ subject: one.path, effects: [effect(state, one.path, undefined)] }]);
    return true;
  }
  const replaces = state.has(one.to);
  if (one.to === one.path || (replaces && !one.overwrite)) return false;
  if (replaces) valueOf(await made.tools.execute('read_file', { path: one.to }, call));
  const params = { from: one.path, to: one.to, overwrite: one.overwrite };
  valueOf(await made.tools.execute('move_file', params, call));
  const written = effect(state, one.to, content);
  const gone = effect(state, one.path, undefined);
  // A file that is replaced is written and the old one removed: two operations of one call.
  if (replaces)
    history.push([
      { subject: one.to, effects: [written] },
      { subject: one.path, effects: [gone] },
    ]);
  else history.push([{ subject: one.to, effects: [gone, written] }]);
  return true;
}

function effect(state: State, file: string, after: string | undefined): Operation['effects'][number] {
  const before = state.get(file);
  set(state, file, after);
  return { path: file, before, after };
}

function undoInModel(calls: readonly Operation[][], state: State): { restored: string[]; skipped: string[] } {
  const result = { restored: [] as string[], skipped: [] as string[] };
  for (const operations of calls) {
    for (const { subject, effects } of operations.toReversed()) {
      const isOurs = effects.every((one) => state.get(one.path) === one.after);
      result[isOurs ? 'restored' : 'skipped'].push(subject);
      if (isOurs) for (const one of effects) set(state, one.path, one.before);
    }
  }
  return result;
}

function set(state: State, file: string, content: string | undefined): void {
  if (content === undefined) state.delete(file);
  else state.set(file, content);
}
