import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox } from './run-toolbox.ts';

describe('the launcher', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolbox-launcher-'));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await cp(BIN, join(folder, 'bin', 'toolbox.js'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('says in one line how to build the program if it is not built', async () => {
    const { code, stdout, stderr } = await runToolbox(['list'], { entry: join(folder, 'bin', 'toolbox.js') });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^toolbox is not built yet\. Run `npm run build`.*\n$/);
  });

  it.each(['20.20.2', '22.18.0'])('says in one line what to do on Node %s', async (version) => {
    const pretend = join(folder, 'pretend.mjs');
    await writeFile(pretend, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
    const { code, stdout, stderr } = await runToolbox(['list'], {
      entry: BIN,
      env: { NODE_OPTIONS: `--import=${pretend}` },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^toolbox needs Node 22\\.19 or newer, and this is ${version}\\..*npm start.*\\n$`),
    );
  });

  it('starts the built program', async () => {
    const { code, stdout, stderr } = await runToolbox(['--version'], { entry: BIN });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});
