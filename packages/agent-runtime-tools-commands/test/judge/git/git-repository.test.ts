import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand, type CommandDecision } from '../../../src/index.ts';
import { parseGitConfig } from '../../../src/judge/git/git-config.ts';
import { Workspace } from '../../fixtures/workspace.ts';

describe('a git command in a repository', () => {
  it.each([
    ['[core]\n\tfsmonitor = ./x\n', 'git status', 'ask'],
    ['[core] fsmonitor=./x\n', 'git status', 'ask'],
    ['[CORE]\nFsMonitor = "./x" # comment\n', 'git status', 'ask'],
    ['[core]\n\tfsmonitor = true\n', 'git status', 'allow'],
    ['[diff]\n\texternal = ./x\n', 'git diff', 'ask'],
    ['[diff "word"]\n\ttextconv = ./x\n', 'git log -p', 'ask'],
    ['[filter "x"]\n\tclean = ./x\n', 'git status', 'ask'],
    ['[filter "lfs"]\n\tprocess = git-lfs filter-process\n', 'git status', 'allow'],
    ['[core]\n\tsshCommand = ./x\n', 'git fetch', 'ask'],
    ['[core]\n\tsshCommand = ./x\n', 'git status', 'allow'],
    ['[remote "o"]\n\tuploadpack = ./x\n', 'git fetch', 'ask'],
    ['[url "ext::sh -c x"]\n\tinsteadOf = https://\n', 'git fetch', 'ask'],
    ['[url "git@example.com:"]\n\tinsteadOf = https://example.com/\n', 'git fetch', 'allow'],
    ['[credential]\n\thelper = !x\n', 'git push', 'ask'],
    ['[merge "ours"]\n\tdriver = true\n', 'git merge x', 'allow'],
    ['[merge "x"]\n\tdriver = ./x\n', 'git merge x', 'ask'],
    ['[alias]\n\tstatus = !x\n', 'git status', 'allow'],
    ['[alias]\n\tst = !x\n', 'git st', 'ask'],
    ['[merge "x"]\n\tdriver = ./x\n', 'git log --remerge-diff', 'ask'],
    ['[merge "x"]\n\tdriver = ./x\n[log]\n\tdiffMerges = remerge\n', 'git show', 'ask'],
    ['[merge "x"]\n\tdriver = ./x\n', 'git status', 'allow'],
    ['[core]\n\tsshCommand = ./x\n[remote "o"]\n\tpromisor = true\n', 'git show', 'ask'],
    ['[credential]\n\thelper = !x\n[extensions]\n\tpartialClone = o\n', 'git status', 'ask'],
    ['[remote "o"]\n\tpromisor = true\n\turl = https://example.com/x\n', 'git status', 'allow'],
    ['[include]\n\tpath = ../extra\n', 'git status', 'ask'],
    ['[include]\n\tpath = ../plain\n', 'git status', 'allow'],
    ['[core]\n\tfsmonitor = ./x\n[include]\n\tpath = ../plain\n', 'git status', 'ask'],
    ['[include]\n\tpath = ~/plain\n', 'git status', 'ask'],
    ['[core]\n\tworktree = /etc\n', 'git status', 'ask'],
    ['[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/x\n', 'git status', 'allow'],
  ] as const)('with %j: %s', (config, command, expected) => {
    using workspace = new Workspace({
      '.git/config': config,
      extra: '[core]\n\tfsmonitor = ./x\n',
      plain: '[core]\n\tbare = false\n',
    });
    expect(decide(command, workspace)).toBe(expected);
  });

  it('is not allowed to start hooks unless the repositories are trusted', () => {
    using workspace = new Workspace({ '.git/config': '', '.git/hooks/pre-commit': '#!/bin/sh\n' });
    expect(decide('git commit -m x', workspace)).toBe('ask');
    expect(decide('git status', workspace)).toBe('allow');
    expect(decide('git commit -m x', workspace, true)).toBe('allow');
    workspace.write('.git/hooks/post-index-change', '');
    expect(decide('git status', workspace)).toBe('ask');
  });

  it('is not disturbed by sample hooks', () => {
    using workspace = new Workspace({ '.git/config': '', '.git/hooks/pre-commit.sample': '' });
    expect(decide('git commit -m x', workspace)).toBe('allow');
  });

  it('finds hooks where the settings say they are', () => {
    using workspace = new Workspace({ '.git/config': '[core]\n\thooksPath = tools/hooks\n' });
    expect(decide('git commit -m x', workspace)).toBe('allow');
    workspace.write('tools/hooks/commit-msg', '');
    expect(decide('git commit -m x', workspace)).toBe('ask');
  });

  it('is inspected in the folder that -C names', () => {
    using workspace = new Workspace({ 'sub/.git/config': '[core]\n\tfsmonitor = ./x\n' });
    const analysis = analyzeCommand('git -C sub status', { cwd: workspace.path });
    const policy = { allow: ['git -C sub status *'], roots: [workspace.path] };
    expect(judgeCommand(analysis, policy).decision).toBe('ask');
    workspace.write('sub/.git/config', '');
    expect(judgeCommand(analysis, policy).decision).toBe('allow');
  });

  it('notices a setting that is changed later', () => {
    using workspace = new Workspace({ '.git/config': '[core]\n' });
    expect(decide('git status', workspace)).toBe('allow');
    workspace.write('.git/config', '[core]\n\tfsmonitor = ./x\n');
    expect(decide('git status', workspace)).toBe('ask');
  });

  it('is found from a subfolder, in linked work trees and as a bare repository', () => {
    using workspace = new Workspace({ '.git/config': '[core]\n\tfsmonitor = ./x\n', 'src/a': '' });
    expect(decide('cd src && git status', workspace)).toBe('ask');
    using linked = new Workspace({ '.git': 'gitdir: real/worktrees/a\n', 'real/worktrees/a/commondir': '../..\n' });
    linked.write('real/config', '[core]\n\tfsmonitor = ./x\n');
    expect(decide('git status', linked)).toBe('ask');
    using disguised = new Workspace({
      'd/HEAD': '',
      'd/objects/x': '',
      'd/refs/x': '',
      'd/config': '[core]\nfsmonitor=x',
    });
    expect(decide('git status', disguised)).toBe('allow');
    expect(decide('cd d && git status', disguised)).toBe('ask');
  });

  it('really would run what the settings name', () => {
    using workspace = new Workspace({ x: '#!/bin/sh\ntouch "$(dirname "$0")/MARK"\n' });
    const git = (...args: string[]): void => {
      execFileSync('git', args, {
        cwd: workspace.path,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], HOME: workspace.base },
      });
    };
    git('init');
    execFileSync('chmod', ['+x', join(workspace.path, 'x')]);
    git('config', 'core.fsmonitor', join(workspace.path, 'x'));
    git('status');
    expect(existsSync(join(workspace.path, 'MARK'))).toBe(true);
    expect(decide('git status', workspace)).toBe('ask');
  });
});

describe('parseGitConfig', () => {
  it('reads sections, subsections, quotes, comments and continued lines', () => {
    const text = '; c\n[A "b \\"c\\""] # x\n  Key = "v w" ; c\n\tflag\n[d.e]\n f = one \\\n two\n';
    expect(parseGitConfig(text)).toEqual([
      { key: 'a.b "c".key', value: 'v w' },
      { key: 'a.b "c".flag', value: 'true' },
      { key: 'd.e.f', value: 'one  two' },
    ]);
  });
});

function decide(command: string, workspace: Workspace, trustRepositories = false): CommandDecision {
  return judgeCommand(analyzeCommand(command, { cwd: workspace.path }), {
    allow: ['git *', 'git st *', 'cd *'],
    roots: [workspace.path],
    trustRepositories,
  }).decision;
}
