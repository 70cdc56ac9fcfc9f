import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSensitiveVariable } from '@ku0/agent-runtime-tools-rules';
import { analyzeArgv, analyzeCommand, proveReadOnly } from '../../src/index.ts';
import { Workspace } from '../fixtures/workspace.ts';

const PATH = process.env['PATH'] ?? '';
const FILES = { 'a.ts': 'x', 'b.ts': 'x', 'src/x.ts': 'x', 'src/deep/y.ts': 'x', 'README.md': 'x', 'dash/-rf': '' };

function repository(files: Readonly<Record<string, string>> = FILES): Workspace {
  const made = new Workspace(files);
  execFileSync('git', ['init', '-q', made.path]);
  return made;
}

function objection(text: string, workspace: Workspace, environment: Record<string, string> = {}): string {
  const analysis = analyzeCommand(text.replaceAll('{ws}', workspace.path), { cwd: workspace.path, home: '/home/me' });
  const proof = proveReadOnly(analysis, { roots: [workspace.path], environment: { PATH, ...environment } });
  return proof.proven ? 'proven' : proof.why;
}

function linesOf(name: string): string[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
}

const workspace = repository();
workspace.link('link-out', '/etc/hostname');
workspace.link('dir-out', '/etc');
workspace.link('link-in', 'a.ts');
// What is not installed is not proven; these are looked for in a folder of stand-ins.
const standIns = join(workspace.base, 'bin');
mkdirSync(standIns);
for (const name of ['rg', 'tree', 'file', 'column', 'fd', 'man', 'curl']) {
  writeFileSync(join(standIns, name), '#!/bin/sh\n', { mode: 0o755 });
}
const TOOLS = { PATH: `${PATH}:${standIns}` };

afterAll(() => workspace[Symbol.dispose]());

describe('a command that only reads is proven', () => {
  it.each(linesOf('reads-proven.txt'))('%s', (text) => {
    expect(objection(text, workspace, TOOLS)).toBe('proven');
  });

  it('also without a shell', () => {
    const analysis = analyzeArgv(['cat', 'a.ts'], { cwd: workspace.path });
    expect(proveReadOnly(analysis, { roots: [workspace.path], environment: { PATH } })).toEqual({ proven: true });
  });
});

describe('a command that may do more is not proven', () => {
  it.each(linesOf('reads-not-proven.txt'))('%s', (text) => {
    expect(objection(text, workspace, TOOLS)).not.toBe('proven');
  });

  it('where a file would be taken for an option', () => {
    using made = new Workspace({ a: '', '-o': '', z: '' });
    expect(objection('sort *', made)).toBe('* matches -o, which would be taken for an option');
    expect(objection('sort -- *', made)).toBe('proven');
  });

  it.each(['CDPATH', 'BASH_ENV', 'ENV', 'SHELLOPTS', 'BASH_FUNC_ls%%', 'RIPGREP_CONFIG_PATH', 'GLOBIGNORE'])(
    'where the variable %s is set',
    (name) => {
      expect(objection('ls', workspace, { [name]: 'x' })).toContain(name);
      expect(isSensitiveVariable(name)).toBe(true);
      expect(objection('ls', workspace, { [`X${name}`]: 'x' })).toBe('proven');
    },
  );

  it.each(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CONFIG_COUNT', 'GIT_EXTERNAL_DIFF', 'GIT_EXEC_PATH', 'GIT_INDEX_FILE'])(
    'for git where %s is set',
    (name) => {
      expect(objection('git status', workspace, { [name]: 'x' })).toContain(name);
      expect(isSensitiveVariable(name)).toBe(true);
      expect(objection('ls', workspace, { [name]: 'x' })).toBe('proven');
      expect(objection('git status', workspace, { GIT_AUTHOR_NAME: 'x' })).toBe('proven');
    },
  );

  it('where the program is one of the workspace, or the search path depends on the folder', () => {
    using made = new Workspace({ 'bin/ls': '#!/bin/sh\n', 'a.ts': '' });
    const path = `${made.path}/bin:${PATH}`;
    expect(objection('ls', made, { PATH: path })).toBe('proven');
    chmodSync(join(made.path, 'bin/ls'), 0o755);
    expect(objection('ls', made, { PATH: path })).toBe('ls is a program of the workspace');
    expect(objection('ls', made, { PATH: `${PATH}:${made.path}/bin` })).toBe('proven');
    expect(objection('cat a.ts', made, { PATH: path })).toBe('proven');
    for (const relative of ['.', '', 'bin', './bin']) {
      expect(objection('ls', made, { PATH: `${relative}:${PATH}` })).toContain('search path');
    }
    expect(objection('ls', made, { PATH: '' })).toContain('search path');
    expect(objection('ls', made, { PATH: standIns })).toBe('ls is not in the search path');
  });

  it('where the program in the search path is a link into the workspace', () => {
    using made = new Workspace({ 'tools/ls': '#!/bin/sh\n' });
    chmodSync(join(made.path, 'tools/ls'), 0o755);
    const folder = join(made.base, 'bin');
    mkdirSync(folder);
    symlinkSync(join(made.path, 'tools/ls'), join(folder, 'ls'));
    expect(objection('ls', made, { PATH: `${folder}:${PATH}` })).toBe('ls is a program of the workspace');
    expect(objection('cat tools/ls', made, { PATH: `${folder}:${PATH}` })).toBe('proven');
  });
});

describe('git is not proven', () => {
  const configured = (setting: string): string => {
    using made = repository({ 'a.ts': '' });
    const file = join(made.path, '.git/config');
    writeFileSync(file, `${readFileSync(file, 'utf8')}${setting}\n`);
    return objection('git status', made);
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
    expect(objection('git status', made)).toContain('there is no repository');
    execFileSync('git', ['init', '-q', made.base]);
    expect(objection('git status', made)).toContain('outside the workspace');
    writeFileSync(join(made.path, '.git'), `gitdir: ${made.base}/.git\n`);
    expect(objection('git status', made)).toContain('outside the workspace');
  });

  it('where the nearest repository is incomplete, so that git uses the one above', () => {
    using made = repository();
    const above = join(made.path, '.git/config');
    writeFileSync(above, `${readFileSync(above, 'utf8')}[core]\n\tfsmonitor = ./x\n`);
    mkdirSync(join(made.path, 'src/.git'));
    expect(objection('cd src && git status', made)).not.toBe('proven');
    mkdirSync(join(made.path, 'src/.git/objects'));
    mkdirSync(join(made.path, 'src/.git/refs'));
    writeFileSync(join(made.path, 'src/.git/HEAD'), 'nonsense');
    expect(objection('cd src && git status', made)).toContain('not a repository that git would take');
    writeFileSync(join(made.path, 'src/.git/HEAD'), 'ref: refs/heads/main\n');
    expect(objection('cd src && git status', made)).toBe('proven');
    for (const part of ['objects', 'refs']) {
      renameSync(join(made.path, 'src/.git', part), join(made.path, 'src/.git/other'));
      expect(objection('cd src && git status', made)).toContain('not a repository that git would take');
      renameSync(join(made.path, 'src/.git/other'), join(made.path, 'src/.git', part));
    }
  });

  it('with a hook that reading starts, or content from elsewhere', () => {
    using made = repository();
    expect(objection('git diff', made)).toBe('proven');
    writeFileSync(join(made.path, '.git/hooks/post-index-change'), '');
    expect(objection('git diff', made)).toContain('hook');
    using other = repository();
    mkdirSync(join(other.path, '.git/objects/info'), { recursive: true });
    writeFileSync(join(other.path, '.git/objects/info/alternates'), '/x\n');
    expect(objection('git diff', other)).toContain('elsewhere');
  });

  it.each([2, 3, 4])('with a repository within, by an index of version %i', (version) => {
    using made = repository();
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: made.path, stdio: 'pipe' });
    git('add', '--all');
    if (version === 3) git('add', '--intent-to-add', '--force', 'a.ts');
    git('update-index', '--index-version', String(version));
    expect(objection('git status', made)).toBe('proven');
    const commit = 'a'.repeat(40);
    git('update-index', '--add', '--cacheinfo', `160000,${commit},zz-last`);
    expect(objection('git status', made)).toContain('submodules with settings of their own');
  });

  it('with an index that cannot be read to its end, or that is split', () => {
    using made = repository();
    execFileSync('git', ['add', '--all'], { cwd: made.path });
    const index = join(made.path, '.git/index');
    const whole = readFileSync(index);
    writeFileSync(index, whole.subarray(0, 90));
    expect(objection('git status', made)).toBe('the repository cannot be inspected');
    writeFileSync(index, 'nonsense, and long enough');
    expect(objection('git status', made)).toBe('the repository cannot be inspected');
    writeFileSync(index, whole);
    execFileSync('git', ['update-index', '--split-index'], { cwd: made.path });
    expect(objection('git status', made)).toContain('submodules with settings of their own');
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
    expect(objection(command, made)).not.toBe('proven');
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
