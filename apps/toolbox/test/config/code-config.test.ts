import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-code-config-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let project = '';
let mark = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  project = mkdtempSync(join(base, 'project-'));
  mark = join(mkdtempSync(join(base, 'mark-')), 'ran');
});

const run = (...args: string[]): Promise<RunResult> =>
  runToolbox(args, { entry: BIN, cwd: project, env: { TOOLBOX_CONFIG: own } });

/** Code that leaves a mark when it runs. */
const marking = (): string => `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\n`;

async function packNames(): Promise<string[]> {
  const { code, stdout, stderr } = await run('list', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('Warning') });
  return [...new Set((JSON.parse(stdout) as { pack: string }[]).map(({ pack }) => pack))];
}

describe('a person’s own configuration in TypeScript', () => {
  it('may import, be a function and bring packs, without a warning of Node', async () => {
    writeFileSync(join(own, 'off.ts'), 'export const off: boolean = false;\n');
    writeFileSync(
      join(own, 'toolbox.config.ts'),
      `import type { ToolboxConfig } from '@ku0/toolbox/config';
import { off } from './off.ts';
const say = { name: 'say', description: 'Says where.', version: '1.0.0', parameters: { type: 'object' }, capabilities: {} };
export default async ({ workspace }: { workspace: string }): Promise<ToolboxConfig> => ({
  families: { web: off },
  packs: [{ name: 'mine', version: '1.0.0', tools: [{ ...say, execute: async () => ({ ok: true, value: workspace, metadata: {} }) }] }],
});
`,
    );
    const packs = await packNames();
    expect(packs).toContain('mine');
    expect(packs).not.toContain('web');
    expect((await run('call', 'say')).stdout).toContain(project);
  });

  it('may be a CommonJS file', async () => {
    writeFileSync(join(own, 'toolbox.config.js'), 'module.exports = { families: { web: false } };\n');
    expect(await packNames()).not.toContain('web');
  });
});

describe('the configuration of a project in TypeScript', () => {
  it('does not run before it is trusted, whatever the command, and not after a change', async () => {
    writeFileSync(join(project, 'toolbox.config.ts'), `${marking()}export default { families: { web: false } };\n`);
    for (const args of [
      ['list'],
      ['trust'],
      ['call', 'list_directory', '{"path": "."}'],
      ['policy', 'explain', 'ls', '{}'],
    ])
      await run(...args);
    expect(existsSync(mark)).toBe(false);
    expect((await run('call', 'list_directory', '{"path": "."}')).stderr).toContain('its code does not run');
    expect(await run('trust', 'config')).toMatchObject({ code: 0 });
    expect(await packNames()).not.toContain('web');
    expect(existsSync(mark)).toBe(true);

    rmSync(mark);
    writeFileSync(join(project, 'toolbox.config.ts'), `${marking()}export default {};\n`);
    expect(await packNames()).toContain('web');
    expect(existsSync(mark)).toBe(false);
  }, 60_000);

  it('loses its trust with a file that it imports, directly or not', async () => {
    writeFileSync(join(project, 'toolbox.config.ts'), "export { default } from './a.ts';\n");
    writeFileSync(join(project, 'a.ts'), "import { web } from './b.ts';\nexport default { families: { web } };\n");
    writeFileSync(join(project, 'b.ts'), 'export const web = false;\n');
    expect(await run('trust', 'config')).toMatchObject({ code: 0 });
    expect(await packNames()).not.toContain('web');
    writeFileSync(join(project, 'b.ts'), `${marking()}export const web = false;\n`);
    expect(await packNames()).toContain('web');
    expect(existsSync(mark)).toBe(false);
  }, 60_000);

  it.each([
    ['a package', "import 'helper';"],
    ['a path that it computes', "await import('./hel' + 'per.js');"],
    ['a file outside of the project', "import '../outside.js';"],
  ])('cannot import %s', async (_, code) => {
    mkdirSync(join(project, 'node_modules', 'helper'), { recursive: true });
    for (const file of [
      join(project, 'node_modules/helper/index.js'),
      join(project, 'helper.js'),
      join(base, 'outside.js'),
    ])
      writeFileSync(file, marking());
    writeFileSync(join(project, 'toolbox.config.js'), `${code}\nexport default {};\n`);
    const { code: exit, stderr } = await run('trust', 'config');
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('nothing else') });
    expect(existsSync(mark)).toBe(false);
  });

  it('is not a link out of the project', async () => {
    writeFileSync(join(base, 'elsewhere.ts'), `${marking()}export default {};\n`);
    symlinkSync(join(base, 'elsewhere.ts'), join(project, 'toolbox.config.ts'));
    expect((await run('trust', 'config')).stderr).toContain('it is a link to a file outside of the project');
    expect(existsSync(mark)).toBe(false);
  });
});
