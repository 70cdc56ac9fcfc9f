import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createTools, loadPacks, USUAL_FAMILIES, type ChosenFamily, type UsualFamily } from '../src/index.ts';

const names = async (choice?: Parameters<typeof loadPacks>[0]) => (await loadPacks(choice)).map(({ name }) => name);

describe('families', () => {
  it('are the usual ones unless others are chosen', async () => {
    expect(await names()).toEqual([...USUAL_FAMILIES]);
  });

  it('are exactly the ones in a list', async () => {
    expect(await names(['git', 'files'])).toEqual(['git', 'files']);
    expect(await names([])).toEqual([]);
  });

  it('are the usual ones with the changes in an object', async () => {
    expect(await names({ web: false, browser: true, shell: { timeout: { max: 10 } } })).toEqual([
      ...USUAL_FAMILIES.filter((name) => name !== 'web'),
      'browser',
    ]);
  });

  it('are checked by name', async () => {
    const unknown: object = { fils: true };
    await expect(createTools({ families: unknown })).rejects.toThrow(
      'There is no family "fils". The families are files',
    );
  });

  it('have types that follow the choice', () => {
    expectTypeOf<ChosenFamily<undefined>>().toEqualTypeOf<UsualFamily>();
    expectTypeOf<ChosenFamily<readonly ['git']>>().toEqualTypeOf<'git'>();
    type Changed = ChosenFamily<{ readonly web: false; readonly browser: true; readonly shell: object }>;
    expectTypeOf<Changed>().toEqualTypeOf<Exclude<UsualFamily, 'web'> | 'browser'>();
  });

  it('are given their options', async () => {
    const search = async () => [{ title: 'Found', url: 'https://example.com/', snippet: '' }];
    const state = await createTestFolder();
    const { tools, close } = await createTools({
      families: { web: { search } },
      state: state.path,
      approval: { mode: 'bypass' },
    });
    onTestFinished(async () => {
      await close();
      await state.remove();
    });
    expect(JSON.stringify(await tools.execute('web_search', { query: 'anything' }))).toContain('https://example.com/');
  });
});

describe('packages', () => {
  it('of no family are loaded at import', async () => {
    expect(await loaded('')).toEqual([]);
  });

  it('of the chosen families alone are loaded by createTools', async () => {
    expect(await loaded("await create({ families: ['files', 'git'] });")).toEqual(['files', 'git']);
  });

  it('of all usual families load no heavy library before a call needs it', async () => {
    const found = await loaded(
      'await create({});',
      /node_modules\/\.pnpm\/(?:[^/]+\/)+node_modules\/((?:@[^/]+\/)?[^/]+)/,
    );
    expect(found.filter((name) => !LIGHT.has(name))).toEqual([]);
  });
});

/** Small ones, or ones that a service needs from its start. */
const LIGHT = new Set(['fast-myers-diff', 'ignore', 'ipaddr.js', 'picomatch', 'unbash', 'undici']);

/** The names that a pattern finds in the files that a program has loaded; by default, families. */
async function loaded(
  code: string,
  pattern = new RegExp(String.raw`packages/agent-runtime-tools-(${[...USUAL_FAMILIES, 'browser', 'task'].join('|')})/`),
): Promise<string[]> {
  const state = await createTestFolder();
  onTestFinished(() => state.remove());
  const program = `
    import { registerHooks } from 'node:module';
    const urls = new Set();
    registerHooks({ load: (url, context, next) => { urls.add(url); return next(url, context); } });
    const { createTools } = await import(${JSON.stringify(join(import.meta.dirname, '..', 'src', 'index.ts'))});
    const create = (options) => createTools({ root: '.', state: ${JSON.stringify(state.path)}, ...options });
    ${code}
    console.log(JSON.stringify([...urls]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
  });
  const urls: unknown = JSON.parse(stdout);
  if (!Array.isArray(urls)) throw new TypeError('the program printed no list');
  return [...new Set(urls.flatMap((url) => pattern.exec(String(url))?.[1] ?? []))].sort();
}
