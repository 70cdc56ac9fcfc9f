import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandWords } from '../../src/trust/command-words.ts';
import { namedScripts } from '../../src/trust/named-scripts.ts';
import { judgeTrust } from '../../src/trust/trusted-source.ts';

const words = (text: string): string[] => commandWords(text, { workspace: '/ws', home: '/home/me' });

describe('the words of a command', () => {
  it('are without quotes, with the values of flags and what follows a variable', () => {
    expect(words(`sh "a b.sh" 'c'\\ d`)).toEqual(expect.arrayContaining(['sh', 'a b.sh', 'a', 'b.sh', 'c d']));
    expect(words('x --file=hooks/a.sh')).toEqual(expect.arrayContaining(['--file=hooks/a.sh', 'hooks/a.sh']));
    // An absolute path behind a flag is looked for as it is, and in the workspace.
    expect(words('x --file=/ws/a.sh')).toEqual(expect.arrayContaining(['/ws/a.sh', 'ws/a.sh']));
    expect(words('$ROOT/a.sh')).toEqual(expect.arrayContaining(['/a.sh', 'a.sh']));
    expect(words('x --file=$(pwd)/a.sh')).toEqual(expect.arrayContaining(['a.sh']));
    expect(words('x --file=a$ROOT/b.sh')).toEqual(expect.arrayContaining(['a$ROOT/b.sh', 'b.sh']));
    expect(words('$CLAUDE_PROJECT_DIR/a ${CLAUDE_PROJECT_DIR}/b ~/c ~')).toEqual(
      expect.arrayContaining(['/ws/a', '/ws/b', '/home/me/c', '/home/me']),
    );
  });

  it('are wildcards where something is expanded below a folder that is named, and only there', () => {
    expect(words('hooks/$NAME.sh')).toContain('hooks/*.sh');
    expect(words('hooks/`name`.sh')).toContain('hooks/*.sh');
    for (const text of ['$NAME.sh', '/$NAME.sh', 'hooks/name.sh', '$NAME/hooks/name.sh'])
      expect(words(text).filter((word) => word.includes('*'))).toEqual([]);
    expect(words('hooks/*.sh').filter((word) => word.includes('*'))).toContain('hooks/*.sh');
  });
});

describe('the scripts that a command names', () => {
  let workspace: string;
  beforeEach(() => {
    workspace = realpathSync(mkdtempSync(join(tmpdir(), 'named-')));
    mkdirSync(join(workspace, 'hooks'));
    for (const name of ['a.sh', 'b.sh', 'c.txt']) writeFileSync(join(workspace, 'hooks', name), name);
  });
  afterEach(() => rmSync(workspace, { recursive: true }));
  const named = async (command: string): Promise<string[]> =>
    (await namedScripts({ command }, { workspace })).map(({ name }) => name).toSorted();

  it('are those that its wildcards stand for, from the workspace or from the root of the disk', async () => {
    expect(await named('hooks/*.sh')).toEqual(['hooks/a.sh', 'hooks/b.sh']);
    expect(await named(`${workspace}/hooks/*.sh`)).toEqual(['hooks/a.sh', 'hooks/b.sh']);
    expect(await named('hooks/{a,c}.txt')).toEqual(['hooks/c.txt']);
    expect(await named(`sh --file=${workspace}/hooks/a.sh`)).toEqual(['hooks/a.sh']);
  });

  it('are too large together where they have more than 32 MiB', async () => {
    for (let index = 0; index < 9; index++) writeFileSync(join(workspace, `${index}.big`), Buffer.alloc(4 << 20));
    await expect(named('sh 0.big 1.big 2.big 3.big 4.big 5.big 6.big 7.big')).resolves.toHaveLength(8);
    await expect(named('sh *.big')).rejects.toThrow('the files that it names are larger than 33554432 bytes');
  });

  it('are not known, for a reason that is told, where whoever is asked throws', async () => {
    const subject = { workspace, file: join(workspace, 'hooks', 'a.sh'), content: '', commands: [] };
    const judged = (thrown: Error) => judgeTrust(subject, { isTrusted: () => Promise.reject(thrown) });
    expect(await judged(new TypeError('no store'))).toEqual({ kind: 'undecidable', why: 'no store' });
  });
});
