import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('importing hooks loads neither the file service nor the command analyser, and globs are part of the bundle', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    const late = /^(picomatch|ignore|execa)$|-(workspace|commands)$/;
    registerHooks({ resolve(name, context, next) { if (late.test(name)) loaded.add(name); return next(name, context); } });
    const { hooks } = await import('./dist/index.js');
    const base = { name: 'x', type: 'PreToolUse', command: 'x' };
    hooks([{ ...base, toolPatterns: ['*', 'a', 'a*', '@writesFiles'] }]);
    const before = [...loaded];
    hooks([{ ...base, toolPatterns: ['{a,b}'] }]);
    console.log(JSON.stringify([before, [...loaded]]));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
  });
  expect(JSON.parse(stdout)).toEqual([[], []]);
});
