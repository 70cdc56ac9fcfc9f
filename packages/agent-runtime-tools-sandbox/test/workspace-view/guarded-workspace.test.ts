import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasSandbox } from '../is-there.ts';
import { makeFolder, removeFolders, testSandbox } from '../test-sandbox.ts';

afterAll(removeFolders);

const bash = (code: string) => ({ language: 'bash', code }) as const;

describe.skipIf(!hasSandbox)('a protected name that does not exist yet', () => {
  it.for([
    '.git/hooks/pre-commit',
    '.vscode/tasks.json',
    '.claude/settings.json',
    '.mcp.json',
    'deep/er/.git/config',
    '.toolboxrc',
    '.envrc',
  ])('%s is not there under its name after a run that made it', async (path) => {
    await using box = testSandbox({ 'a.txt': '' });
    const value = await box.runCode(bash(`mkdir -p "$(dirname ${path})"; echo evil > ${path}; echo made`));
    expect(value.stdout).toBe('made\n');
    expect(existsSync(join(box.root, path))).toBe(false);
    expect(value.refused?.join('\n')).toMatch(
      /The sandbox refused .*the name is protected\. What was made there is now .*set-aside-1/,
    );
  });

  it('hooks of a repository without any cannot be created even for a moment', async () => {
    await using box = testSandbox({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/': '', '.git/refs/': '' });
    const value = await box.runCode(
      bash('echo evil > .git/hooks/pre-commit; ls .git/hooks; mkdir .git/objects/aa && echo objects'),
    );
    expect(value.stdout).toBe('objects\n');
    expect(value.stderr).toContain('Read-only file system');
    expect(readdirSync(join(box.root, '.git/hooks'))).toEqual([]);
  });

  it('files that point git to another configuration are removed', async () => {
    await using box = testSandbox({ '.git/HEAD': 'x\n', '.git/config': '', '.git/objects/': '', '.git/refs/': '' });
    await box.runCode(bash('mkdir evil; echo ../evil > .git/commondir; echo x > .git/config.worktree'));
    expect(existsSync(join(box.root, '.git/commondir'))).toBe(false);
    expect(existsSync(join(box.root, '.git/config.worktree'))).toBe(false);
  });

  it('a folder does not become a repository by itself', async () => {
    await using box = testSandbox({ 'a.txt': '' });
    await box.runCode(
      bash('mkdir -p sub/objects sub/refs; echo "ref: refs/heads/main" > sub/HEAD; echo "[core]" > sub/config'),
    );
    expect(existsSync(join(box.root, 'sub/HEAD'))).toBe(false);
    expect(existsSync(join(box.root, 'sub/HEAD.set-aside-1'))).toBe(true);
  });

  it('stays if the runtime itself wrote it during the run', async () => {
    await using box = testSandbox({ 'a.txt': '' });
    const running = box.runCode(bash('sleep 1'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await box.workspace.write('.vscode/settings.json', '{}', { allowProtected: true });
    await running;
    expect(existsSync(join(box.root, '.vscode/settings.json'))).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('a protected link', () => {
  it('is restored if a run replaced it, and its target cannot be changed', async () => {
    await using box = testSandbox({ 'tools/hooks.json': '{}' });
    symlinkSync('tools', join(box.root, '.claude'));
    const value = await box.runCode(
      bash('echo x > tools/hooks.json; rm .claude; mkdir .claude; echo x > .claude/settings.json'),
    );
    expect(value.stderr).toContain('Read-only file system');
    expect(lstatSync(join(box.root, '.claude')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(box.root, '.claude'))).toBe('tools');
    expect(readFileSync(join(box.root, 'tools/hooks.json'), 'utf8')).toBe('{}');
  });
});

describe.skipIf(!hasSandbox)('a repository', () => {
  it('can be worked with inside: status, add and commit', async () => {
    await using box = testSandbox({ 'a.txt': 'one\n' });
    const { processes } = await import('./host-processes.ts');
    await processes.run(['git', 'init', '-q', '-b', 'main', box.root], {});
    const code =
      'git -c user.name=a -c user.email=a@b.c commit -qm one --allow-empty && git status --short && git add a.txt && git log --oneline | wc -l';
    const value = await box.runCode(bash(code));
    expect(value).toMatchObject({ stdout: '?? a.txt\n1\n', exitCode: 0 });
  });
});

describe.skipIf(!hasSandbox)('runs at the same time', () => {
  it('do not let one decide what the next one sees', async () => {
    await using box = testSandbox({ 'a.txt': '' });
    const secret = makeFolder({ id: 'TOP-SECRET' });
    const swapping = box.runCode({
      ...bash(
        `mkdir sub; for i in $(seq 2000); do mkdir -p sub/.aws; mv sub was; ln -s ${secret} sub; ln -sfn ${secret} .aws; rm -f sub; mv was sub; done`,
      ),
      timeout: 4,
    });
    const seen = [];
    for (let count = 0; count < 6; count += 1)
      seen.push(await box.runCode(bash('cat sub/.aws/id .aws/id sub/id; echo done')));
    await swapping;
    expect(seen.map(({ stdout }) => stdout)).toEqual(seen.map(() => 'done\n'));
  }, 30_000);

  it('do not move hidden paths to where the next one does not expect them', async () => {
    await using box = testSandbox({ '.toolignore': '*.secret\n', 'conf/deep/key.secret': 'TOP-SECRET', 'conf/a': 'a' });
    const code =
      "for i in $(seq 3000); do python3 -c \"import os; [os.rename(a, b) for a, b in [('conf', 'moved'), ('moved', 'conf')]]\"; done";
    const moving = box.tools.execute('run_code', { ...bash(code), timeout: 4 });
    const look = bash('cat conf/deep/key.secret moved/deep/key.secret; mv conf/deep d; cat d/key.secret; ls');
    const results = [];
    for (let count = 0; count < 6; count += 1) results.push(await box.tools.execute('run_code', look));
    results.push(await moving);
    expect(JSON.stringify(results)).not.toContain('TOP-SECRET');
    expect(readFileSync(join(box.root, 'conf/deep/key.secret'), 'utf8')).toBe('TOP-SECRET');
  }, 60_000);

  it('cannot rename a folder with something hidden in it', async () => {
    await using box = testSandbox({ '.toolignore': '*.secret\n', 'conf/deep/key.secret': 'TOP-SECRET', 'conf/a': 'a' });
    const rename = (from: string): string => `try: os.rename("${from}", "other")\nexcept OSError as e: print(e.errno)`;
    const value = await box.runCode({
      language: 'python',
      code: ['import os', rename('conf'), rename('conf/deep'), 'os.rename("conf/a", "conf/b"); print("renamed")'].join(
        '\n',
      ),
    });
    expect(value.stdout).toBe('16\n18\nrenamed\n');
  });

  it('all have the protected files read-only', async () => {
    await using box = testSandbox({ '.vscode/tasks.json': '{}', 'sub/.git/config': '[core]\n', 'sub/.git/HEAD': '' });
    const calls = Array.from({ length: 5 }, () =>
      box.runCode(bash('echo x > .vscode/tasks.json; echo x > sub/.git/config; mv sub other')),
    );
    for (const { stderr } of await Promise.all(calls))
      expect(stderr.match(/Read-only file system|busy/g)).toHaveLength(3);
    expect(readFileSync(join(box.root, 'sub/.git/config'), 'utf8')).toBe('[core]\n');
  });
});

describe.skipIf(!hasSandbox)('the workspace', () => {
  it('is refused if it is or contains the home folder', async () => {
    const home = process.env['HOME'];
    await using box = testSandbox();
    process.env['HOME'] = box.root;
    try {
      const result = await box.tools.execute('run_code', bash('true'));
      expect(result).toMatchObject({ ok: false, error: { code: 'SANDBOX_ROOT_REFUSED' } });
    } finally {
      process.env['HOME'] = home;
    }
  });

  it('can only be read if its root is read-only', async () => {
    await using box = testSandbox({ 'a.txt': 'one' });
    const { createWorkspace } = await import('@ku0/agent-runtime-tools-workspace');
    const { createSandbox } = await import('../../src/index.ts');
    await using other = testSandbox();
    const workspace = createWorkspace({
      roots: [other.root, { path: box.root, readOnly: true }],
      state: makeFolder(),
    });
    const sandbox = createSandbox({ workspace });
    const code = `cat ${box.root}/a.txt; echo x > ${box.root}/a.txt; echo y > here`;
    const result = await sandbox.run({ argv: ['bash', '-c', code] });
    await sandbox.shutdown();
    expect(result).toMatchObject({ stdout: 'one', status: 'exited' });
    expect(result.stderr).toContain('Read-only file system');
    expect(readFileSync(join(other.root, 'here'), 'utf8')).toBe('y\n');
  });

  it('that was removed is an error, and nothing is created in its place', async () => {
    await using box = testSandbox();
    await box.runCode(bash('true'));
    const { rmSync } = await import('node:fs');
    rmSync(box.root, { recursive: true });
    const result = await box.tools.execute('run_code', bash('echo x > made'));
    expect(result).toMatchObject({ ok: false });
    expect(existsSync(box.root)).toBe(false);
  });
});
