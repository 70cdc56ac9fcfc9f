import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import {
  approval,
  type ApprovalOptions,
  type ApprovalRequest,
  type ApprovalResponse,
} from '@ku0/agent-runtime-tools-approval';

/** A workspace with a state folder beside it, removed at the end of the block. */
class Folder implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'working-folder-')));
  readonly path = join(this.base, 'ws');
  readonly state = join(this.base, 'state');

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.path);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), content);
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** The real shell under approval, in a process whose own folder is not the workspace. */
describe('A command', () => {
  const asked: ApprovalRequest[] = [];
  let answer: (request: ApprovalRequest) => ApprovalResponse;
  let shutdown: () => Promise<void>;

  beforeEach(() => {
    asked.length = 0;
    answer = () => ({ approved: true });
  });
  afterEach(() => shutdown());

  function coordinator(root: string, folder: Folder, { cwd, ...options }: ApprovalOptions & { cwd?: string } = {}) {
    const workspace = createWorkspace({ roots: [root], state: folder.state });
    const tools = new ToolCoordinator({
      services: { workspace, processes: createProcesses() },
      ...(cwd !== undefined && { cwd }),
    })
      .use(
        approval({
          ...options,
          ask: (request) => {
            asked.push(request);
            return answer(request);
          },
        }),
      )
      .registerPack(shellPack());
    shutdown = () => tools.shutdownAll();
    return tools;
  }

  const outputOf = (result: { ok: boolean; value?: unknown }) => JSON.stringify(result.ok ? result.value : result);

  it.each([
    ['without a folder', undefined],
    ['with a folder of the host outside of the workspace', realpathSync(tmpdir())],
  ])('%s is allowed by rules, shown, and refused after a change, in the folder that it runs in', async (_, cwd) => {
    using folder = new Folder({ 's.sh': 'pwd', 'src/a.ts': 'x' });
    expect(process.cwd()).not.toBe(folder.path);
    const run = coordinator(folder.path, folder, {
      ...(cwd !== undefined && { cwd }),
      permissions: { allow: ['Bash(cat *)', 'Read(/src/**)'], deny: ['Read(/secret)'] },
    });
    const allowed = await run.execute('bash', { command: 'cat src/a.ts' });
    expect([outputOf(allowed), asked]).toEqual([expect.stringContaining('x'), []]);
    expect(await run.execute('bash', { command: 'cat secret' })).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    const ran = await run.execute('bash', { command: 'sh s.sh' });
    expect(outputOf(ran)).toContain(folder.path);
    expect(asked).toMatchObject([{ cwd: folder.path }]);
    answer = () => {
      folder.write('s.sh', 'touch MARK');
      return { approved: true };
    };
    expect(await run.execute('bash', { command: 'sh s.sh' })).toMatchObject({ error: { code: 'APPROVAL_STALE' } });
    expect(existsSync(join(folder.path, 'MARK'))).toBe(false);
  });

  it('in a workspace that is named by a link is judged where the link leads', async () => {
    using folder = new Folder({ 'src/a.ts': 'x' });
    const link = join(folder.base, 'link');
    symlinkSync(folder.path, link);
    const run = coordinator(link, folder, { permissions: { allow: ['Bash(cat *)'] } });
    for (const cwd of [undefined, join(link, 'src')]) {
      const file = cwd === undefined ? 'src/a.ts' : 'a.ts';
      expect(await run.execute('bash', { command: `cat ${file}` }, cwd === undefined ? {} : { cwd })).toMatchObject({
        ok: true,
      });
    }
    expect(asked).toEqual([]);
    await run.execute('bash', { command: 'touch y' }, { cwd: join(link, 'src') });
    expect(asked).toMatchObject([{ cwd: join(folder.path, 'src') }]);
    expect(existsSync(join(folder.path, 'src/y'))).toBe(true);
  });

  it('in a folder that is a link runs, and is watched, where the link leads', async () => {
    using folder = new Folder({ 'x.sh': 'echo above', 'a/x.sh': 'echo beside' });
    mkdirSync(join(folder.path, 'a/b'));
    symlinkSync(join(folder.path, 'a/b'), join(folder.path, 'link'));
    const run = coordinator(folder.path, folder);
    const call = { command: 'sh ../x.sh', cwd: 'link' };
    expect(outputOf(await run.execute('bash', call))).toContain('beside');
    expect(asked).toMatchObject([{ cwd: join(folder.path, 'a/b') }]);
    answer = () => {
      folder.write('a/x.sh', 'touch MARK');
      return { approved: true };
    };
    expect(await run.execute('bash', call)).toMatchObject({ error: { code: 'APPROVAL_STALE' } });
  });

  it('asked for outside of the workspace is asked about and never started', async () => {
    using folder = new Folder();
    const run = coordinator(folder.path, folder, { permissions: { allow: ['Bash(pwd)'] } });
    const result = await run.execute('bash', { command: 'pwd', cwd: realpathSync(tmpdir()) });
    expect(result).toMatchObject({ ok: false });
    expect(asked).toMatchObject([{ cwd: realpathSync(tmpdir()) }]);
  });
});
