import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databaseLoader, SpecError, ToolSpecRegistry, type SpecChanges, type SpecDatabase } from '../../src/index.ts';

export const spec = (name: string, description = `does ${name}`) => ({
  name,
  description,
  tool_type: 'custom',
  input_schema: { type: 'object' },
});

/** Waits for a condition that becomes true a little later. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await condition()) return;
    await sleep(10);
  }
  throw new Error('It did not happen within 20 seconds.');
}

/** What every database of specs does, whichever it is. */
export function databaseContract(
  open: () => SpecDatabase,
  writeRow: (name: string, text: string) => Promise<void>,
): void {
  it('keeps specs, replaces those of the same name and removes them', async () => {
    const database = open();
    await database.put(spec('a'));
    await database.put(spec('b'));
    await database.put(spec('a', 'another'));
    expect((await database.list()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await database.list(['a', 'x'])).toMatchObject([{ name: 'a', spec: expect.stringContaining('another') }]);
    expect([await database.remove('b'), await database.remove('b')]).toEqual([true, false]);
    await database.close();
  });

  it('refuses an invalid spec', async () => {
    const database = open();
    await expect(database.put({ name: 'a b' })).rejects.toThrow(SpecError);
    await database.close();
  });

  it('creates its tables once, however many use it', async () => {
    const all = Array.from({ length: 4 }, open);
    await Promise.all(all.map((database, n) => database.put(spec(`at_once_${n}`))));
    expect((await all[0]?.list())?.filter(({ name }) => name.startsWith('at_once'))).toHaveLength(4);
    await Promise.all(all.map((database) => database.close()));
  });

  it('is a source of specs, with a problem for each row that is not one', async () => {
    const database = open();
    await database.put(spec('good'));
    await writeRow('bad', '{"name": "bad"}');
    await writeRow('other', JSON.stringify(spec('good')));
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(database)] });
    const { problems } = await registry.loadAll();
    expect(registry.has('good')).toBe(true);
    expect(registry.has('bad')).toBe(false);
    expect(problems.map(({ source }) => source)).toEqual(
      expect.arrayContaining([expect.stringMatching(/: (?:bad|other)$/)]),
    );
    await database.remove('bad');
    await database.remove('other');
    await registry.close();
  });

  it('tells a registry of changes, whoever makes them', async () => {
    const [database, elsewhere] = [open(), open()];
    await database.put(spec('kept'));
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(database)] });
    await registry.loadAll();
    const heard: SpecChanges[] = [];
    await registry.watch((changes) => void heard.push(changes));
    await elsewhere.put(spec('added'));
    await until(() => registry.has('added'));
    await elsewhere.put(spec('added', 'changed'));
    await until(() => registry.get('added')?.description === 'changed');
    await elsewhere.remove('added');
    await until(() => !registry.has('added'));
    await database.put(spec('own'));
    await until(() => registry.has('own'));
    expect(heard[0]).toEqual({ added: ['added'], removed: [], changed: [] });
    await Promise.all([registry.close(), elsewhere.close()]);
  });
}
