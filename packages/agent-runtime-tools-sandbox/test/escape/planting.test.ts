import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSandbox } from '../is-there.ts';
import { makeFolder } from '../test-sandbox.ts';
import { runAs, users } from './run-as.ts';
import type { CallOutcome } from './run-as.ts';

/** A repository whose configuration starts a program as soon as git looks at it. */
const PLANT = `
import os
def plant(folder):
  git = os.path.join(folder, b".git") if isinstance(folder, bytes) else folder + "/.git"
  join = lambda *parts: os.path.join(git, *[os.fsencode(p) if isinstance(git, bytes) else p for p in parts])
  for name in ("hooks", "objects", "refs"): os.makedirs(join(name))
  open(join("HEAD"), "w").write("ref: refs/heads/main\\n")
  open(join("config"), "w").write("[core]\\nfsmonitor = touch MARK\\n")
`;

const plantings: readonly { readonly name: string; readonly code: string }[] = [
  { name: 'in the open', code: 'os.makedirs("open"); plant("open")' },
  {
    name: 'in a folder that cannot be listed',
    code: 'os.makedirs("blind/x"); plant("blind/x"); os.chmod("blind/x", 0o111); os.chmod("blind", 0o111)',
  },
  {
    name: 'in a folder that cannot be changed',
    code: 'os.makedirs("fixed"); plant("fixed"); os.chmod("fixed", 0o555)',
  },
  {
    name: 'where all names to set it aside are taken',
    code: 'os.makedirs("taken"); plant("taken")\nfor n in range(1, 150): os.mkdir(f"taken/.git.set-aside-{n}")',
  },
  {
    name: 'in a folder whose name is no text',
    code: 'os.makedirs(b"bytes/\\xff/\\xfe\\xfd/in"); plant(b"bytes/\\xff/\\xfe\\xfd/in"); plant(b"bytes/\\xff")',
  },
  {
    name: 'through a link in its place',
    code: 'os.makedirs("linked/real"); plant("linked/real"); os.rename("linked/real/.git", "linked/real/git"); os.symlink("real/git", "linked/.git")',
  },
  {
    name: 'as a file that leads elsewhere',
    code: 'os.makedirs("led"); plant("led"); os.rename("led/.git", "led/store"); open("led/.git", "w").write("gitdir: store")',
  },
  {
    name: 'behind more files than are looked at before a run',
    code: 'os.makedirs("many/0")\nfor m in range(4000): os.mknod(f"many/0/{m}")\nfor n in range(1, 51): os.system(f"cp -rl many/0 many/{n}")\nfor n in range(6):\n  os.makedirs(f"p{n}/in"); plant(f"p{n}/in")',
  },
];

describe.skipIf(!hasSandbox).for([...users])(
  'a repository that a program in the sandbox of $name plants',
  ({ uid }) => {
    let root: string;
    let outcomes: readonly CallOutcome[];

    beforeAll(async () => {
      root = makeFolder({ 'a.txt': '' }, uid);
      const calls = plantings.map(
        ({ code }) => ({ language: 'python', code: PLANT + code, timeout: 100, cpuSeconds: 55 }) as const,
      );
      ({ outcomes } = await runAs(uid, root, calls));
    }, 400_000);
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    it.for(plantings.map((planting, index) => ({ ...planting, index })))('$name is set aside and told', ({ index }) => {
      const { value, error } = outcomes[index] ?? {};
      expect(error).toBeUndefined();
      expect(value).toMatchObject({ exitCode: 0, stderr: '' });
      expect(value?.refused?.join('\n')).toMatch(/the name is protected\. What was made there is now/);
    });

    it('is nowhere under the name that git looks for', () => {
      const found = execFileSync('find', [root, '-name', '.git'], { encoding: 'latin1' });
      expect(found).toBe('');
    });
  },
);
