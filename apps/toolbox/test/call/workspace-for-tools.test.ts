import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

describe('a workspace that contains the state folder', () => {
  let base = '';
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'toolbox-in-state-'));
    await mkdir(join(base, 'project'));
    await mkdir(join(base, 'other'));
    await writeFile(join(base, 'project', 'a.txt'), 'one\n');
    await symlink(join(base, 'project'), join(base, 'link'));
  });
  afterAll(() => rm(base, { recursive: true }));

  const run = (args: readonly string[], state: string, cwd = 'project'): Promise<RunResult> =>
    runToolbox(args, { entry: BIN, cwd: join(base, cwd), env: { TOOLBOX_HOME: join(base, state) } });
  const read = ['call', 'read_file', '{"path":"a.txt"}'];

  it.each([
    ['call', read],
    ['mcp', ['mcp']],
    ['start', ['start']],
    ['policy explain', ['policy', 'explain', 'read_file', '{"path":"a.txt"}']],
  ])('is refused by %s, which says what to do', async (_, args) => {
    const { code, stdout, stderr } = await run(args, 'project/state');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`The state folder ${join(base, 'project/state')} lies in the workspace`);
    expect(stderr).toContain('TOOLBOX_HOME');
    expect(stderr).toContain('--workspace');
    expect(stderr).not.toContain('bug');
  });

  it.each(['link/state', 'link/deep/state', 'project'])(
    'is refused if the state folder is %s of the project',
    async (state) => {
      const { code, stderr } = await run(read, state);
      expect(code).toBe(2);
      expect(stderr).toContain('TOOLBOX_HOME');
    },
  );

  it.each(['state', 'project-state', '..state'])(
    'is another one if the state folder is %s beside the project',
    async (state) => {
      const { code, stdout } = await run(read, state);
      expect(code).toBe(0);
      expect(stdout).toContain('one');
    },
  );

  it('can be replaced by another one, as the hint says', async () => {
    const elsewhere = await run(['call', 'list_directory', '{}', '--workspace', join(base, 'other')], 'project/state');
    expect(elsewhere.code).toBe(0);
  });
});
