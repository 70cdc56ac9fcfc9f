import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../src/main.ts');

describe('main', () => {
  it('main runs from anywhere, shows every step and leaves nothing behind', async () => {
    await using folder = await createTestFolder();
    const env = { ...process.env, TMPDIR: folder.path, NODE_OPTIONS: '' };
    const { stdout, stderr } = await run(process.execPath, [main], { cwd: folder.path, env, timeout: 10_000 });
    expect(stderr).toBe('');
    expect(stdout).toContain('word_count: Counts the words');
    expect(stdout).toContain("{ word: 'be', count: 2 }");
    expect(stdout).toContain('did you mean "text"');
    expect(stdout).toContain("{ kind: 'create', target: 'shopping-list.note.md' }");
    expect(stdout).toContain('APPROVAL_REQUIRED');
    expect(stdout).toContain('# Shopping list\n\n- bread\n- tea\n');
    expect(await folder.snapshot()).toEqual({});
  });
});
