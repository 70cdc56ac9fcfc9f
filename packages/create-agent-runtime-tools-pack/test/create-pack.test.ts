import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackFolder } from '@ku0/agent-runtime-tools-testkit/check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPack } from '../src/index.ts';
import { packNames } from '../src/pack-names.ts';

function parentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('createPack', () => {
  it('creates a pack that builds, passes its tests and is judged to be good', { timeout: 120_000 }, async () => {
    const { folder } = createPack('@acme/city-weather-pack', { parent: parentFolder() });
    // The development dependencies of a new pack are those of this package.
    const modules = join(import.meta.dirname, '..', 'node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    const run = promisify(execFile);
    await run(join(modules, '.bin', 'tsc'), { cwd: folder });
    const tests = await run(join(modules, '.bin', 'vitest'), ['run'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(tests.stdout).toMatch(/Test Files +2 passed/);
    const { findings, pack } = await checkPackFolder(folder);
    expect(findings).toEqual([]);
    expect(pack).toMatchObject({
      name: 'city-weather',
      version: '0.1.0',
      tools: [{ name: 'city_weather_count_words' }],
    });
  });

  it('leaves no name of the template behind', () => {
    const { folder } = createPack('tide', { parent: parentFolder() });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['.gitignore', 'config.json', 'LICENSE', 'README.md']),
    );
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(texts.filter((text) => /@example|samplePack|sample_|'sample'/.test(text))).toEqual([]);
  });

  it('refuses a folder with content', () => {
    const parent = parentFolder();
    createPack('tide', { parent });
    expect(() => createPack('tide', { parent })).toThrow('is not empty');
    writeFileSync(join(parent, 'file'), '');
    expect(() => createPack('file', { parent })).toThrow('EEXIST');
  });

  it.each(['', 'Tide', '../tide', '@a/../b', '@acme', 'tide_pack', '1tide', 'a'.repeat(101), '-x'])(
    'refuses the name "%s"',
    (name) => {
      const parent = parentFolder();
      expect(() => createPack(name, { parent })).toThrow('cannot be the name of a pack');
      expect(readdirSync(parent)).toEqual([]);
    },
  );
});

describe('packNames', () => {
  it.each([
    ['tide', 'tide', 'tidePack', 'tide_count_words'],
    ['city-weather-pack', 'city-weather', 'cityWeatherPack', 'city_weather_count_words'],
    ['@acme/agent-runtime-tools-tide', 'tide', 'tidePack', 'tide_count_words'],
  ])('derives the names of %s', (name, pack, factory, tool) => {
    expect(packNames(name)).toMatchObject({ name, pack, factory, tool });
  });
});
