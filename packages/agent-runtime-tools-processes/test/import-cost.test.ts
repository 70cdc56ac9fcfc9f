import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('execa, which is for Windows, is not loaded on other systems', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve(name, context, next) { if (name === 'execa') loaded.push(name); return next(name, context); } });
    const { createProcesses } = await import('./src/index.ts');
    const processes = createProcesses();
    await processes.run('true');
    console.log(JSON.stringify(loaded));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
  });
  expect(JSON.parse(stdout)).toEqual([]);
});
