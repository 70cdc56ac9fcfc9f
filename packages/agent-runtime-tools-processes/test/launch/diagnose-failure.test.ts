import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import type { TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';

const processes = createProcesses();
let folder: TestFolder;

beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(async () => {
  await processes.shutdown();
  await folder.remove();
});

async function script(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

async function errorOf(file: string) {
  const { error } = await processes.run([file], { cwd: folder.path });
  return error;
}

describe('a program that could not be started', () => {
  it('because of Windows line endings is told so, and not that an interpreter is missing which is there', async () => {
    expect(await errorOf(await script('crlf.sh', '#!/bin/sh\r\necho hi\r\n'))).toMatchObject({
      code: 'INTERPRETER_NOT_FOUND',
      message: expect.stringContaining('Windows line endings (CRLF)'),
      suggestion: 'Convert the file to LF line endings, or run it with /bin/sh.',
    });
    expect(await errorOf(await script('none.sh', '#!/nowhere/sh\necho hi\n'))).toMatchObject({
      code: 'INTERPRETER_NOT_FOUND',
      message: expect.stringContaining('names the interpreter /nowhere/sh, which does not exist'),
    });
  });

  it('because it is a folder is called a folder', async () => {
    await mkdir(join(folder.path, 'tools'));
    expect(await errorOf('./tools')).toMatchObject({
      code: 'NOT_EXECUTABLE',
      message: './tools is a folder, not a program.',
    });
  });

  it('because a whole command line was given as its name is told apart from a misspelt one', async () => {
    expect((await errorOf('ls -la'))?.suggestion).toContain('Give the arguments separately');
    expect((await errorOf('no-such-program'))?.suggestion).toContain('Check the spelling');
  });
});
