import { describe, expect, it } from 'vitest';
import { canRun, installPrograms } from '../fixtures/install-programs.ts';
import { errorOf, openTools, valueOf } from '../fixtures/open-tools.ts';

const UGLY = 'const  a = {b:1}\n';
const PRETTY = 'const a = { b: 1 };\n';

describe('format_code', () => {
  it('formats with prettier of the project, returns the diff, and is one step of undo', async () => {
    await using bench = await openTools({
      'package.json': '{ "devDependencies": { "prettier": "3" } }',
      '.gitignore': 'node_modules\nout\n',
      'src/a.js': UGLY,
      'src/b.js': UGLY,
      'src/pretty.js': PRETTY,
      'src/broken.js': 'const = ;\n',
      'src/image.xyz': 'x  y\n',
      'out/c.js': UGLY,
    });
    await installPrograms(bench.folder.path, ['prettier']);
    const plan = valueOf(await bench.tools.dryRun('format_code', { paths: ['src'] }));
    expect(plan.summary).toBe('Would format 4 files with prettier.');
    const value = valueOf(await bench.tools.execute('format_code', { paths: ['src', 'src/a.js'] }, { taskId: 't' }));
    expect(value).toMatchObject({
      runs: [{ formatter: 'prettier', project: '.', files: 4 }],
      changed: ['src/a.js', 'src/b.js'],
      total: 2,
      undo: 'Call undo_change.',
    });
    expect(value.diff).toContain('--- a/src/a.js\n+++ b/src/a.js\n');
    expect(value.problems).toContain('src/broken.js');
    expect(value.notes).toEqual(['1 files have no formatter and were left alone.']);
    expect([await bench.folder.read('src/a.js'), await bench.folder.read('out/c.js')]).toEqual([PRETTY, UGLY]);
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('src/a.js')).toBe(UGLY);
    expect(await bench.folder.read('src/b.js')).toBe(UGLY);
  });

  it('formats with biome, in the package of a monorepo that uses it', async () => {
    await using bench = await openTools({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{ "name": "a" }',
      'packages/a/biome.json': '{ "formatter": { "indentStyle": "space" } }',
      'packages/a/x.ts': UGLY,
    });
    await installPrograms(bench.folder.path, ['@biomejs/biome']);
    const value = valueOf(await bench.tools.execute('format_code', { paths: ['packages/a/x.ts'] }));
    expect(value).toMatchObject({
      runs: [{ formatter: 'biome', project: 'packages/a' }],
      changed: ['packages/a/x.ts'],
    });
    expect(await bench.folder.read('packages/a/x.ts')).toBe(PRETTY);
  });

  it.skipIf(!canRun('rustfmt', '--version'))('formats Rust with rustfmt of the machine', async () => {
    await using bench = await openTools({
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/main.rs': 'fn main( ) {let  a=1;}\n',
    });
    const value = valueOf(await bench.tools.execute('format_code', { paths: ['src'] }));
    expect(value).toMatchObject({ runs: [{ formatter: 'rustfmt' }], changed: ['src/main.rs'] });
  });

  it('makes what the task has read stale', async () => {
    await using bench = await openTools({ 'package.json': '{ "devDependencies": { "prettier": "3" } }', 'a.js': UGLY });
    await installPrograms(bench.folder.path, ['prettier']);
    await bench.workspace.read('a.js', { taskId: 't', principalId: '' });
    valueOf(await bench.tools.execute('format_code', { paths: ['a.js'] }, { taskId: 't' }));
    await expect(bench.workspace.write('a.js', 'x', { taskId: 't', principalId: '' })).rejects.toThrow('changed');
  });

  it('downloads nothing, and says what is missing', async () => {
    await using bench = await openTools({
      'package.json': '{ "devDependencies": { "prettier": "3" } }',
      'a.js': UGLY,
      'other/b.rb': 'x\n',
    });
    const missing = errorOf(await bench.tools.execute('format_code', { paths: ['a.js'] }));
    expect(missing).toMatchObject({ code: 'PROGRAM_MISSING', details: { programs: ['prettier'] } });
    await installPrograms(bench.folder.path, ['prettier']);
    expect(errorOf(await bench.tools.execute('format_code', { paths: ['other/b.rb'] })).code).toBe('NO_FORMATTER');
    expect(errorOf(await bench.tools.execute('format_code', { paths: ['nope.js'] })).code).toBe('FILE_NOT_FOUND');
    expect(errorOf(await bench.tools.execute('format_code', { paths: ['../x.js'] })).code).toBe('INVALID_PATH');
  });

  it('takes a file name that looks like an option as a file', async () => {
    await using bench = await openTools({
      'package.json': '{ "devDependencies": { "prettier": "3" } }',
      '--version.js': UGLY,
    });
    await installPrograms(bench.folder.path, ['prettier']);
    expect(valueOf(await bench.tools.execute('format_code', { paths: ['--version.js'] })).changed).toEqual([
      '--version.js',
    ]);
  });
});
