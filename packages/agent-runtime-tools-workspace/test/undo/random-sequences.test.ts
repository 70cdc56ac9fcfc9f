import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastFolder } from '../failing-file-system.ts';
import { temporaryWorkspace } from '../temporary-workspace.ts';

const PATHS = ['a.txt', 'b.txt', 'd/c.txt', 'd/e.txt'] as const;
type State = Map<string, string>;

/** One effect on one path: what it was and what we made of it. */
interface Effect {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What must be as we left it for an operation to be taken back, and how it is reported. */
interface ModelOperation {
  readonly subject: string;
  readonly effects: readonly Effect[];
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      paths: fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 3 }),
      content: fc.constantFrom('1', '2', '3', '4'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: fc.constantFrom(...PATHS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      path: fc.constantFrom(...PATHS),
      to: fc.constantFrom(...PATHS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('foreign' as const),
      path: fc.constantFrom(...PATHS),
      content: fc.option(fc.constantFrom('1', '2', 'x', 'y'), { nil: undefined }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('undo after a random sequence of our changes and foreign edits', () => {
  it('restores exactly our part, step by step, and reports the rest', async () => {
    let restored = 0;
    let skipped = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const made = temporaryWorkspace({ 'a.txt': '0', 'd/c.txt': '0', 'd/keep': '' }, {}, fastFolder);
        const state: State = new Map([
          ['a.txt', '0'],
          ['d/c.txt', '0'],
        ]);
        const history: ModelOperation[][] = [];
        for (const one of steps) {
          const operations = await play(one, made, state);
          if (operations !== undefined) history.push(operations);
        }
        expect(actual(made)).toEqual(Object.fromEntries(state));
        for (const operations of history.toReversed()) {
          const model = undoInModel(operations, state);
          const result = await made.workspace.undo({ taskId: 'task' });
          expect(result.restored.toSorted()).toEqual(model.restored.toSorted());
          expect(result.skipped.map(({ path }) => path).toSorted()).toEqual(model.skipped.toSorted());
          expect(actual(made)).toEqual(Object.fromEntries(state));
          restored += model.restored.length;
          skipped += model.skipped.length;
        }
        expect(await made.workspace.undo({ taskId: 'task' })).toEqual({ restored: [], skipped: [], changes: [] });
        made.discard();
      }),
      { numRuns: 50, seed: 20_261_116 },
    );
    expect(restored).toBeGreaterThan(100);
    expect(skipped).toBeGreaterThan(20);
  }, 60_000);
});

type Made = ReturnType<typeof temporaryWorkspace>;

function actual(made: Made): Record<string, string> {
  return Object.fromEntries(
    PATHS.map((path) => [path, made.text(path)] as const).filter(
      (entry): entry is readonly ['a.txt', string] => entry[1] !== undefined,
    ),
  );
}

/** Plays a step on disk and in the model. Undefined when it was not ours or could not be made. */
async function play(one: Step, made: Made, state: State): Promise<ModelOperation[] | undefined> {
  const origin = { taskId: 'task', checkStale: false };
  if (one.kind === 'foreign') {
    if (one.content === undefined) rmSync(join(made.root, one.path), { force: true });
    else made.put(one.path, one.content);
    set(state, one.path, one.content);
    return undefined;
  }
  if (one.kind === 'write') {
    await made.workspace.transaction(async (transaction) => {
      for (const path of one.paths) await transaction.write(path, one.content);
    }, origin);
    return one.paths.map((path) => ({ subject: path, effects: [effect(state, path, one.content)] }));
  }
  const content = state.get(one.path);
  if (content === undefined) return undefined;
  if (one.kind === 'remove') {
    await made.workspace.remove(one.path, origin);
    return [{ subject: one.path, effects: [effect(state, one.path, undefined)] }];
  }
  if (state.has(one.to)) return undefined;
  await made.workspace.move(one.path, one.to, origin);
  return [{ subject: one.to, effects: [effect(state, one.path, undefined), effect(state, one.to, content)] }];
}

function effect(state: State, path: string, after: string | undefined): Effect {
  const before = state.get(path);
  set(state, path, after);
  return { path, before, after };
}

function undoInModel(operations: readonly ModelOperation[], state: State): { restored: string[]; skipped: string[] } {
  const result = { restored: [] as string[], skipped: [] as string[] };
  for (const { subject, effects } of operations) {
    const isOurs = effects.every(({ path, after }) => state.get(path) === after);
    result[isOurs ? 'restored' : 'skipped'].push(subject);
    if (isOurs) for (const { path, before } of effects) set(state, path, before);
  }
  return result;
}

function set(state: State, path: string, content: string | undefined): void {
  if (content === undefined) state.delete(path);
  else state.set(path, content);
}
