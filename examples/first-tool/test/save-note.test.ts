import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createTestContext, createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { firstPack } from '../src/first-pack.ts';
import { noteFile } from '../src/save-note.ts';
import { saveNoteTool } from '../src/save-note.tool.ts';

describe('noteFile', () => {
  it('noteFile keeps letters and digits of any script', () => {
    expect(noteFile('Plan für 2027: Ωmega!')).toBe('plan-für-2027-ωmega.note.md');
  });

  it('noteFile never names another folder', () => {
    expect(noteFile('../..\\x/.y')).toBe('x-y.note.md');
  });

  it('noteFile is undefined without a letter or digit', () => {
    expect(noteFile('../..')).toBeUndefined();
  });

  it('noteFile is short enough for a file name in any script', () => {
    expect(Buffer.byteLength(noteFile('𠮷'.repeat(80)) ?? '')).toBeLessThanOrEqual(255);
  });
});

describe('save_note', () => {
  it('save_note writes the note into the folder of the call', async () => {
    await using folder = await createTestFolder();
    const result = await saveNoteTool.execute(
      { title: 'Tea', text: 'green\n\n' },
      createTestContext({ cwd: folder.path }),
    );
    expect(result).toMatchObject({ ok: true, value: { file: 'tea.note.md', bytes: 13 } });
    expect(await folder.read('tea.note.md')).toBe('# Tea\n\ngreen\n');
  });

  it('save_note does not follow a link that stands where the note would', async () => {
    await using folder = await createTestFolder({ 'other.txt': 'mine' });
    await symlink(join(folder.path, 'other.txt'), join(folder.path, 'tea.note.md'));
    const result = await saveNoteTool.execute({ title: 'Tea', text: 'green' }, createTestContext({ cwd: folder.path }));
    expect(result).toMatchObject({ ok: false, error: { code: 'NOTE_EXISTS' } });
    expect(await folder.read('other.txt')).toBe('mine');
  });

  it('save_note says so when the folder cannot be written', async () => {
    const result = await saveNoteTool.execute({ title: 'Tea', text: 'green' }, createTestContext());
    expect(result).toMatchObject({ ok: false, error: { code: 'NOTE_NOT_SAVED' } });
  });

  it('save_note is denied without an approver', async () => {
    await using folder = await createTestFolder();
    const tools = new ToolCoordinator({ cwd: folder.path }).registerPack(firstPack());
    const result = await tools.execute('save_note', { title: 'Tea', text: 'green' });
    expect(result).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } });
    expect(await folder.snapshot()).toEqual({});
  });
});
