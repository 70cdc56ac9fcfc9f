import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitPack } from '@ku0/agent-runtime-tools-git';
import { describe, expect, it, vi } from 'vitest';
import { agentsPack } from '../../src/agents/index.ts';
import { fileTools } from '../file-tools.ts';

describe('generate_image', () => {
  it('writes what the host has created', async () => {
    const { root, tools } = fileTools();
    const generateImage = vi.fn(async () => new Uint8Array([137, 80]));
    tools.registerPack(agentsPack({ generateImage }));
    const result = await tools.execute('generate_image', { prompt: 'A cat', path: 'images/cat.png' });
    expect(result).toMatchObject({ ok: true, value: { path: 'images/cat.png', size: 2 } });
    expect([...readFileSync(join(root, 'images/cat.png'))]).toEqual([137, 80]);
    expect(generateImage).toHaveBeenCalledWith({ prompt: 'A cat' }, { signal: expect.any(AbortSignal) });
  });

  it('says that nothing is configured', async () => {
    const { tools } = fileTools();
    tools.registerPack(agentsPack());
    const result = await tools.execute('generate_image', { prompt: 'A cat', path: 'cat.png' });
    expect(result).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_AVAILABLE' } });
  });
});

describe('generate_explanation', () => {
  it('returns the changes between commits', async () => {
    const { root, tools } = fileTools();
    const git = (...args: string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
    git('init', '-q');
    for (const text of ['one\n', 'two\n']) {
      writeFileSync(join(root, 'a.txt'), text);
      git('add', '.');
      git('commit', '-qm', text.trim());
    }
    tools.registerPack(gitPack()).registerPack(agentsPack());
    const params = { title: 'The last change', from_ref: 'HEAD~1', to_ref: 'HEAD' };
    const result = await tools.execute('generate_explanation', params);
    expect(result).toMatchObject({ ok: true, value: { title: 'The last change' } });
    expect(JSON.stringify(result)).toContain('+two');
    await expect(tools.execute('generate_explanation', { title: 'x', from_ref: 'none' })).resolves.toMatchObject({
      ok: false,
    });
  });
});

describe('report_bug', () => {
  it('shows the person the report', async () => {
    const { tools } = fileTools();
    tools.registerPack(agentsPack());
    const say = vi.fn();
    const params = { title: 'It fails', what_happened: 'A crash.', steps_to_reproduce: 'Start it.' };
    const result = await tools.execute('report_bug', params, { callbacks: { say } });
    const report = '# It fails\n\n## What happened\n\nA crash.\n\n## Steps to reproduce\n\nStart it.';
    expect(result).toMatchObject({ ok: true, value: { report, shown: true } });
    expect(say).toHaveBeenCalledExactlyOnceWith(report);
  });
});
