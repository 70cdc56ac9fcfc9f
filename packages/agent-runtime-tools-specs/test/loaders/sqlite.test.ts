import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseLoader, sqliteSpecDatabase, ToolSpecRegistry, type SpecDatabase } from '../../src/index.ts';
import { databaseContract, spec } from './database-contract.ts';

let folder: TestFolder;
beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(() => folder.remove());

const file = (): string => join(folder.path, 'specs.db');
const open = (): SpecDatabase => sqliteSpecDatabase({ file: file(), pollMs: 20 });

describe('specs in SQLite', () => {
  databaseContract(open, async (name, text) => {
    const database = new DatabaseSync(file());
    database.prepare('INSERT INTO tool_specs (name, spec) VALUES (?, ?)').run(name, text);
    database.close();
  });

  it('stay in their file', async () => {
    const first = open();
    await first.put(spec('a'));
    await first.close();
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(open())] });
    expect(await registry.loadAll()).toMatchObject({ tools: 1, problems: [] });
    await registry.close();
  });

  it('are not touched if a newer version of the package has made the table', async () => {
    const first = open();
    await first.put(spec('a'));
    await first.close();
    const database = new DatabaseSync(file());
    database.exec('INSERT INTO tool_specs_migrations (version) VALUES (99)');
    database.close();
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(open())] });
    expect((await registry.loadAll()).problems).toMatchObject([
      { kind: 'unreadable', message: expect.stringContaining('newer') },
    ]);
    await registry.close();
  });

  it('are reported as unreadable if the file is not a database, and the registry works without them', async () => {
    await folder.write('specs.db', 'this is not a database file, but it is long enough to look like one'.repeat(20));
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(open())] }).add(spec('own'));
    expect(await registry.loadAll()).toMatchObject({ tools: 1, problems: [{ kind: 'unreadable' }] });
    await registry.close();
  });

  it('are in a table whose name is checked', () => {
    expect(() => sqliteSpecDatabase({ file: file(), table: 'x; DROP TABLE y' })).toThrow(/table name/);
  });
});
