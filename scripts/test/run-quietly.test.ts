import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = pathToFileURL(join(import.meta.dirname, '..', 'run-child.mjs')).href;

/** What a program that runs another one quietly prints. */
function quietly(command: string): { status: number | null; printed: string } {
  const code = `import { runQuietly } from ${JSON.stringify(script)};
    process.exitCode = await runQuietly('sh', ['-c', ${JSON.stringify(command)}], {});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

describe('runQuietly', () => {
  it('shows nothing of a program that ends well', () => {
    expect(quietly('echo words; echo more >&2')).toEqual({ status: 0, printed: '' });
  });

  it('shows everything of one that fails, in its order', () => {
    expect(quietly('echo words; echo more >&2; exit 3')).toEqual({ status: 3, printed: 'words\nmore\n' });
  });
});
