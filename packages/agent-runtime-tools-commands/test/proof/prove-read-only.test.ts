import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeArgv, analyzeCommand, proveReadOnly } from '../../src/index.ts';
import { Workspace } from '../fixtures/workspace.ts';

const PATH = process.env['PATH'] ?? '';
const FILES = { 'a.ts': 'x', 'b.ts': 'x', 'src/x.ts': 'x', 'src/deep/y.ts': 'x', 'README.md': 'x', 'dash/-rf': '' };

function repository(files: Readonly<Record<string, string>> = FILES): Workspace {
  const made = new Workspace(files);
  execFileSync('git', ['init', '-q', made.path]);
  return made;
}

function doubt(text: string, workspace: Workspace, environment: Record<string, string> = {}): string {
  const analysis = analyzeCommand(text.replaceAll('{ws}', workspace.path), { cwd: workspace.path, home: '/home/me' });
  const proof = proveReadOnly(analysis, { roots: [workspace.path], environment: { PATH, ...environment } });
  return proof.proven ? 'proven' : proof.why;
}

const workspace = repository();
workspace.link('link-out', '/etc/hostname');
workspace.link('dir-out', '/etc');
workspace.link('link-in', 'a.ts');
// What is not installed is not proven; these are looked for in a folder of stand-ins.
const stands = join(workspace.base, 'bin');
mkdirSync(stands);
for (const name of ['rg', 'tree', 'file', 'column', 'fd', 'man', 'curl']) {
  writeFileSync(join(stands, name), '#!/bin/sh\n', { mode: 0o755 });
}
const TOOLS = { PATH: `${PATH}:${stands}` };

afterAll(() => workspace[Symbol.dispose]());

describe('a command that only reads is proven', () => {
  it.each([
    'ls',
    'ls -la src',
    'ls --color=never -R src',
    'ls {ws}/src',
    'pwd',
    'cat a.ts',
    'cat -n a.ts b.ts | head -n 20',
    'cat link-in',
    'cat src/*.ts',
    'head -5 a.ts',
    'tail -n 3 a.ts',
    'wc -l src/*.ts | sort -rn | head',
    'git status',
    'git status -sb',
    'git status --porcelain=v2',
    'git --no-pager log --oneline -n 5',
    'git log --format=%H -5 -- src',
    'git log --author=me --since=yesterday --stat',
    'git diff',
    'git diff --cached --stat src',
    'git diff HEAD~1 -U5',
    'git show HEAD:a.ts',
    'git branch -a',
    'git branch --show-current',
    'git remote -v',
    'git ls-files -m',
    'git rev-parse --show-toplevel',
    'git grep -n x src',
    'rg x src | head',
    "rg -n 'a|b' -g '*.ts' src",
    'rg --files src',
    'grep -rn x src',
    "grep -E '^/etc' a.ts",
    'find src -name "*.ts" -type f',
    'find . -maxdepth 2 -not -name "*.js" -print',
    "sed -n '1,20p' a.ts",
    "sed -n '5,$p' a.ts",
    'diff -u a.ts b.ts',
    'ls > /dev/null 2>&1',
    'ls 2>/dev/null; echo done',
    'cd src && ls && cat x.ts',
    'head < a.ts',
    'ls || true',
    'date +%F',
    'uname -a',
    'du -sh src',
    'for f in src/*.ts; do wc -l "$f"; done',
    'tree -L 2 src',
    'stat a.ts',
    'sort a.ts | uniq -c',
    'echo "a; rm -rf b"',
    'if ls src; then cat a.ts; fi',
  ])('%s', (text) => {
    expect(doubt(text, workspace, TOOLS)).toBe('proven');
  });

  it('also without a shell', () => {
    const analysis = analyzeArgv(['cat', 'a.ts'], { cwd: workspace.path });
    expect(proveReadOnly(analysis, { roots: [workspace.path], environment: { PATH } })).toEqual({ proven: true });
  });
});

describe('a command that may do more is not proven', () => {
  it.each([
    // Writes.
    'ls > out',
    'ls >> out',
    'ls &> out',
    '{ ls; } > out',
    'ls >| out',
    'ls <> out',
    'sort -o out a.ts',
    'sort --output=out a.ts',
    'sort --outp=out a.ts',
    'sort -uo out a.ts',
    'sort -T . a.ts',
    'uniq a.ts out',
    'tee out < a.ts',
    'tree -o out',
    'tree -R -L 1 -H . src',
    'touch x',
    'cp a.ts c.ts',
    'git log --output=x',
    'git diff --output x',
    'git branch x',
    'git branch -D x',
    'git branch -m x',
    'git tag x',
    'git tag -d x',
    'git remote add x y',
    'git stash',
    'git checkout a.ts',
    'git show -o x',
    'find . -delete',
    'find . -fprint out',
    'find . -fls out',
    "find . -fprintf out '%p'",
    'sed -i s/a/b/ a.ts',
    "sed -n 'w out' a.ts",
    "sed -n '1,2p;w out' a.ts",
    "sed -n -e '1p' -e 'w out' a.ts",
    'date 01010000',
    'date -s yesterday',
    'hostname x',
    'file -C -m magic',
    'du --files0-from=a.ts',
    // Starts programs.
    'rg --pre ./x y',
    'rg --pre=./x y',
    'rg --hostname-bin ./x y',
    'rg --hostname-bin=./x --hyperlink-format=default y',
    'rg -z x',
    'rg --search-zip x',
    'sort --compress-program=./x a.ts',
    'find . -exec ls {} +',
    'find . -execdir ls {} +',
    'find . -ok ls {} +',
    'git -c core.fsmonitor=./x status',
    'git -c core.pager=./x log',
    'git --exec-path=. status',
    'git --git-dir=x status',
    'git -C src status',
    'git --config-env=core.fsmonitor=X status',
    'git -p log',
    'git --paginate log',
    'git diff --ext-diff',
    'git diff --textconv',
    'git log --ext-diff -p',
    'git log --show-signature',
    'git log --format=%G?',
    'git log --format %GS',
    "git log --pretty='format:%+GK'",
    'git show --textconv',
    'git grep -O x',
    'git grep --open-files-in-pager=vim x',
    'git grep --no-index x',
    'git diff --no-index a.ts b.ts',
    'git blame --contents x a.ts',
    'git cat-file --textconv HEAD:a.ts',
    'git cat-file --filters HEAD:a.ts',
    'git status --recurse-submodules',
    'git diff --submodule=diff',
    'git st',
    'git config -l',
    'git fetch',
    'git remote show origin',
    'git ls-remote',
    'git submodule status',
    'git bisect run ls',
    'git help log',
    'xargs ls < a.ts',
    'ls | xargs cat',
    'env ls',
    'timeout 5 ls',
    'nice ls',
    'command ls',
    'builtin pwd',
    'exec ls',
    'sudo ls',
    'bash -c ls',
    'eval ls',
    'sh a.ts',
    'source a.ts',
    '. a.ts',
    './ls',
    'src/ls',
    '/bin/ls',
    'ls | sh',
    'man ls',
    'less a.ts',
    'awk 1 a.ts',
    'perl -ne print a.ts',
    'vim a.ts',
    'npm ls',
    'node -v',
    'make -n',
    'file -z a.ts',
    'nosuchprogram',
    // Sets variables, or takes what is not known beforehand.
    'A=1 ls',
    'LC_ALL=C ls',
    'PATH=. ls',
    'A=1',
    'GIT_DIR=x git status',
    'export A=1; ls',
    'cat $X',
    'cat "$X"',
    'echo $HOME',
    'echo $(ls)',
    'cat $(ls)',
    'cat `ls`',
    'ls $(touch x)',
    'ls <(touch x)',
    'cat <(ls)',
    'ls >(cat)',
    '$X',
    'l$X',
    'f() { ls; }; f',
    'alias ls=rm; ls',
    'printf -v PATH x',
    'read x < a.ts',
    'declare x=1',
    'set -x; ls',
    'shopt -s nullglob; ls',
    'trap "ls" EXIT',
    'echo $((a[$(ls)]))',
    'echo ${x:=y}',
    'rg $X src',
    'head -n $X a.ts',
    'find src -name $X',
    'find $X',
    // Reaches what is not in the workspace.
    'cat /etc/passwd',
    'cat ../x',
    'cat src/../../x',
    'cat ~/.ssh/id_rsa',
    'cat ~root/x',
    'cat link-out',
    'cat dir-out/passwd',
    'cat *-out',
    'ls /',
    'ls dir-out',
    'ls dir-out/',
    'cd .. && ls',
    'cd / && ls',
    'cd dir-out && ls',
    'cd && ls',
    'cd - && ls',
    'cd $X && ls',
    'head < /etc/passwd',
    'grep x /etc/passwd',
    'grep -r x /',
    'grep -R x .',
    'grep --dereference-recursive x .',
    'grep -f /etc/passwd a.ts',
    'grep -rf /etc/passwd .',
    'grep -e x /etc/passwd',
    'grep --regexp=x /etc/passwd',
    'rg x /etc',
    'rg -L x',
    'rg --follow x',
    'rg -f /etc/passwd',
    'rg --ignore-file /etc/passwd x',
    'rg --files /etc',
    'rg -e x /etc',
    'find / -name x',
    'find src /etc -name x',
    'find -L . -name x',
    'find . -follow',
    'find . -newer /etc/passwd',
    'ls -L link-out',
    'tree -l',
    'wc --files0-from=a.ts',
    'wc -l /etc/passwd',
    'sort --files0-from=a.ts',
    'sha256sum -c a.ts',
    'diff a.ts /etc/passwd',
    'diff -r src dash',
    'diff src dash',
    'diff --from-file=/etc/passwd a.ts',
    'cmp a.ts dir-out/passwd',
    'comm a.ts src',
    "sed -n '1p' /etc/passwd",
    'sed -f a.ts b.ts',
    'du -L',
    'du -X /etc/passwd src',
    'git diff /etc/passwd /etc/group',
    'git diff a.ts /etc/passwd',
    'git log -- ../x',
    'git log -O/etc/passwd',
    'git ls-files -X /etc/passwd',
    'env',
    'printenv',
    'ps aux',
    'cat /proc/self/environ',
    'cat /dev/zero',
    'cat /dev/tcp/x/80',
    'cat < /dev/tcp/x/80',
    'cat /dev/stdin',
    // Waits, or reaches the network.
    'tail -f a.ts',
    'tail -F a.ts',
    'tail --follow a.ts',
    'tail --retry a.ts',
    'tail -5f a.ts',
    'curl x',
    'sleep 9',
    // A name that a program takes for an option.
    'cd dash; cat *',
    'sort dash/* -o x',
    'sort --output=x* a.ts',
    'sort -ox* a.ts',
    'rg --pre=./* x',
    'ls -[l]',
  ])('%s', (text) => {
    expect(doubt(text, workspace, TOOLS)).not.toBe('proven');
  });

  it('where a file would be taken for an option', () => {
    using made = new Workspace({ a: '', '-o': '', z: '' });
    expect(doubt('sort *', made)).toBe('* matches -o, which would be taken for an option');
    expect(doubt('sort -- *', made)).toBe('proven');
  });

  it.each(['CDPATH', 'BASH_ENV', 'ENV', 'SHELLOPTS', 'BASH_FUNC_ls%%', 'RIPGREP_CONFIG_PATH', 'GLOBIGNORE'])(
    'where the variable %s is set',
    (name) => {
      expect(doubt('ls', workspace, { [name]: 'x' })).toContain(name);
      expect(doubt('ls', workspace, { [`X${name}`]: 'x' })).toBe('proven');
    },
  );

  it.each(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CONFIG_COUNT', 'GIT_EXTERNAL_DIFF', 'GIT_EXEC_PATH', 'GIT_INDEX_FILE'])(
    'for git where %s is set',
    (name) => {
      expect(doubt('git status', workspace, { [name]: 'x' })).toContain(name);
      expect(doubt('ls', workspace, { [name]: 'x' })).toBe('proven');
      expect(doubt('git status', workspace, { GIT_AUTHOR_NAME: 'x' })).toBe('proven');
    },
  );

  it('where the program is one of the workspace, or the search path depends on the folder', () => {
    using made = new Workspace({ 'bin/ls': '#!/bin/sh\n', 'a.ts': '' });
    const path = `${made.path}/bin:${PATH}`;
    expect(doubt('ls', made, { PATH: path })).toBe('proven');
    chmodSync(join(made.path, 'bin/ls'), 0o755);
    expect(doubt('ls', made, { PATH: path })).toBe('ls is a program of the workspace');
    expect(doubt('ls', made, { PATH: `${PATH}:${made.path}/bin` })).toBe('proven');
    expect(doubt('cat a.ts', made, { PATH: path })).toBe('proven');
    for (const relative of ['.', '', 'bin', './bin']) {
      expect(doubt('ls', made, { PATH: `${relative}:${PATH}` })).toContain('search path');
    }
    expect(doubt('ls', made, { PATH: '' })).toContain('search path');
    expect(doubt('ls', made, { PATH: stands })).toBe('ls is not in the search path');
  });
});

describe('git is not proven', () => {
  const configured = (setting: string): string => {
    using made = repository({ 'a.ts': '' });
    const file = join(made.path, '.git/config');
    writeFileSync(file, `${readFileSync(file, 'utf8')}${setting}\n`);
    return doubt('git status', made);
  };

  it.each([
    '[core]\n\tfsmonitor = ./x',
    '[core]\n\tfsmonitor = true',
    '[core]\n\tfsmonitor',
    '[core] fsmonitor = ./x',
    '[core]\n\tfsmonitor = \\\n./x',
    '[core]\n\tfsmonitor="./x"',
    '[CORE]\n\tFSMonitor = ./x',
    '[core]\n\tpager = ./x',
    '[core]\n\tsshCommand = ./x',
    '[core]\n\thooksPath = x',
    '[core]\n\tworktree = /',
    '[core]\n\tattributesFile = /x',
    '[core]\n\tgitProxy = ./x',
    '[core]\n\talternateRefsCommand = ./x',
    '[diff]\n\texternal = ./x',
    '[diff "x"]\n\ttextconv = ./x',
    '[diff "x"]\n\tcommand = ./x',
    '[diff.x]\n\tcommand = ./x',
    '[filter "x"]\n\tclean = ./x',
    '[filter "x"]\n\tprocess = ./x',
    '[filter "lfs"]\n\tprocess = git-lfs filter-process',
    '[include]\n\tpath = x',
    '[includeIf "gitdir:/"]\n\tpath = x',
    '[alias]\n\tstatus = !./x',
    '[log]\n\tshowSignature = true',
    '[format]\n\tpretty = %G?',
    '[gpg]\n\tprogram = ./x',
    '[remote "o"]\n\tpromisor = true',
    '[extensions]\n\tpartialClone = o',
    '[extensions]\n\tobjectFormat = sha256',
    '[submodule]\n\trecurse = true',
    '[status]\n\tsubmoduleSummary = true',
    '[mailmap]\n\tfile = /x',
    '[hook "x"]\n\tcommand = ./x',
    '[core]\n\tignorecase = true # [core] fsmonitor = ./x',
    'nonsense',
  ])('with the setting %j', (setting) => {
    expect(configured(setting)).toContain('the repository');
  });

  it.each([
    '[core]\n\tignorecase = true',
    '[core]\n\tfsmonitor = false',
    '[remote "origin"]\n\turl = https://example.com/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*',
    '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main',
    '[user]\n\tname = A B\n\temail = a@example.com',
    '# a comment\n; another',
    '[pull]\n\trebase = true',
    '[color]\n\tui = auto',
  ])('but with the setting %j it is', (setting) => {
    expect(configured(setting)).toBe('proven');
  });

  it('in a repository that is not, or not all, in the workspace', () => {
    using made = new Workspace({ 'a.ts': '' });
    expect(doubt('git status', made)).not.toBe('proven');
    execFileSync('git', ['init', '-q', made.base]);
    expect(doubt('git status', made)).toContain('outside the workspace');
    writeFileSync(join(made.path, '.git'), `gitdir: ${made.base}/.git\n`);
    expect(doubt('git status', made)).toContain('outside the workspace');
  });

  it('where the nearest repository is not whole, so that git takes the one above', () => {
    using made = repository();
    const above = join(made.path, '.git/config');
    writeFileSync(above, `${readFileSync(above, 'utf8')}[core]\n\tfsmonitor = ./x\n`);
    mkdirSync(join(made.path, 'src/.git'));
    expect(doubt('cd src && git status', made)).not.toBe('proven');
    mkdirSync(join(made.path, 'src/.git/objects'));
    mkdirSync(join(made.path, 'src/.git/refs'));
    writeFileSync(join(made.path, 'src/.git/HEAD'), 'nonsense');
    expect(doubt('cd src && git status', made)).not.toBe('proven');
  });

  it('with a hook that reading starts, or content from elsewhere', () => {
    using made = repository();
    expect(doubt('git diff', made)).toBe('proven');
    writeFileSync(join(made.path, '.git/hooks/post-index-change'), '');
    expect(doubt('git diff', made)).toContain('hook');
    using other = repository();
    mkdirSync(join(other.path, '.git/objects/info'), { recursive: true });
    writeFileSync(join(other.path, '.git/objects/info/alternates'), '/x\n');
    expect(doubt('git diff', other)).toContain('elsewhere');
  });

  it.each([2, 3, 4])('with a repository within, by an index of version %i', (version) => {
    using made = repository();
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: made.path, stdio: 'pipe' });
    git('add', '--all');
    if (version === 3) git('add', '--intent-to-add', '--force', 'a.ts');
    git('update-index', '--index-version', String(version));
    expect(doubt('git status', made)).toBe('proven');
    const commit = 'a'.repeat(40);
    git('update-index', '--add', '--cacheinfo', `160000,${commit},zz-last`);
    expect(doubt('git status', made)).toContain('repositories within');
  });

  it('with an index that cannot be read to its end, or that is split', () => {
    using made = repository();
    execFileSync('git', ['add', '--all'], { cwd: made.path });
    const index = join(made.path, '.git/index');
    const whole = readFileSync(index);
    writeFileSync(index, whole.subarray(0, 90));
    expect(doubt('git status', made)).toBe('the repository cannot be looked at');
    writeFileSync(index, 'nonsense, and long enough');
    expect(doubt('git status', made)).toBe('the repository cannot be looked at');
    writeFileSync(index, whole);
    execFileSync('git', ['update-index', '--split-index'], { cwd: made.path });
    expect(doubt('git status', made)).toContain('repositories within');
  });
});

describe('the corpus', () => {
  interface Case {
    readonly id: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly symlinks?: Readonly<Record<string, string>>;
    readonly command: string;
    readonly expect: string;
  }
  const cases: readonly Case[] = JSON.parse(
    readFileSync(new URL('../fixtures/commands.json', import.meta.url), 'utf8'),
  );
  const hostile = cases.filter((each) => each.expect === 'ask' || each.expect === 'deny');

  it.each(hostile)('has $id, which is not proven', ({ command, files, symlinks = {} }) => {
    using made = repository({ ...FILES, ...files });
    for (const [path, target] of Object.entries(symlinks)) made.link(path, target);
    expect(doubt(command, made)).not.toBe('proven');
  });
});

describe('the workspace', () => {
  it('may be several folders, and a host has its say', () => {
    using one = new Workspace({ a: '' });
    using two = new Workspace({ b: '' });
    const analysis = analyzeCommand(`cat ${two.path}/b a`, { cwd: one.path });
    const environment = { PATH };
    expect(proveReadOnly(analysis, { roots: [one.path], environment }).proven).toBe(false);
    expect(proveReadOnly(analysis, { roots: [one.path, two.path], environment }).proven).toBe(true);
    const isPathAllowed = (path: string): boolean | undefined => (path.endsWith('/b') ? false : undefined);
    expect(proveReadOnly(analysis, { roots: [one.path, two.path], environment, isPathAllowed }).proven).toBe(false);
  });
});
