import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('importing the pack loads neither execa, ripgrep nor the JavaScript engine', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { searchPack } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
    searchPack();
    console.log(JSON.stringify(loaded));`;
  const loaded = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  ) as string[];
  expect(loaded.some((url) => url.endsWith('search-pack.ts'))).toBe(true);
  expect(loaded.filter((url) => /execa|@vscode|src\/javascript/.test(url))).toEqual([]);
});
