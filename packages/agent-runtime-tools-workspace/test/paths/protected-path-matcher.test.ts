import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { protectedPathMatcher } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('protected names', () => {
  const isProtected = protectedPathMatcher(['.agentrt', 'deploy*']);

  it.each([
    '.git',
    '.git/config',
    'sub/.git/hooks/pre-commit',
    '.GIT/config',
    '.Git',
    '.git.',
    '.git ',
    '.git. . ',
    'GIT~1/config',
    'git~2',
    '.g\u200cit/config',
    '.gi\u2060t',
    '\ufeff.git',
    '.git::$INDEX_ALLOCATION/config',
    '.g\u0131t'.replace('\u0131', 'i'),
    '．git/config',
    '.gitmodules',
    '.vscode/tasks.json',
    '.mcp.json',
    '.claude/settings.json',
    '.clinerules',
    '.clinerules-code',
    '.roo/mcp.json',
    '.roorules-x',
    '.roomodes',
    '.toolbox/config.json',
    '.toolbox.json',
    'toolbox.config.yaml',
    '.toolignore',
    '.clineignore',
    '.rooignore',
    '.bashrc',
    '.ZSHRC',
    '.profile',
    '.npmrc',
    '.ssh/authorized_keys',
    '.config/fish/config.fish',
    '.husky/pre-commit',
    '.envrc',
    '.agentrt/x',
    'deploy-key',
    '.vſcode/x',
  ])('cover %j', (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each([
    '.gitignore',
    '.gitattributes',
    '.github/workflows/ci.yml',
    'git',
    'git/config',
    'src/.env',
    'README.md',
    '..git',
    'x.git',
    '.gitkeep',
    'bashrc',
    '.eslintrc',
    '.config/x',
    'a~1',
    '.rootrc',
    '.clinerc',
  ])('do not cover %j', (path) => {
    expect(isProtected(path)).toBe(false);
  });

  it('are written only with leave, and read without', async () => {
    const made = temporaryWorkspace({ '.git/config': 'old' });
    expect(await codeOf(made.workspace.write('.git/config', 'x'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.remove('.git', { recursive: true }))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.move('.git', 'elsewhere'))).toBe('PROTECTED_PATH');
    expect((await made.workspace.resolve('.git/config', { access: 'read' })).protected).toBe(true);
    expect((await made.workspace.readText('.git/config')).text).toBe('old');
    await made.workspace.write('.git/config', 'approved', { allowProtected: true });
    expect(made.text('.git/config')).toBe('approved');
  });

  it('are found behind links and in folders that are moved or removed whole', async () => {
    const made = temporaryWorkspace({ 'sub/.git/config': 'old', 'real/x': '' });
    symlinkSync('sub/.git', join(made.root, 'plain'));
    mkdirSync(join(made.root, 'links'));
    symlinkSync('../real', join(made.root, 'links/.vscode'));
    expect(await codeOf(made.workspace.write('plain/config', 'x'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.write('links/.vscode/tasks.json', 'x'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.remove('sub', { recursive: true }))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.move('sub', 'other'))).toBe('PROTECTED_PATH');
    expect(made.text('sub/.git/config')).toBe('old');
  });
});

describe('every protected name', () => {
  const names =
    '.git .gitmodules .gitconfig .husky .hg .svn .jj .vscode .idea .devcontainer .mcp.json .claude .claude.json .cursor .gemini .codex .aider.conf.yml .cline .clineignore .roo .rooignore .roomodes .toolignore .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xsession .envrc .direnv .ssh .gnupg .aws .kube .netrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pypirc .toolbox-x .clinerules-code .roorules';

  it.each(names.split(' '))('is protected, below any folder too, and no name that only resembles it: %s', (name) => {
    const isProtected = protectedPathMatcher();
    expect([isProtected(name), isProtected(`deep/er/${name}`), isProtected(`${name}/inside`)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isProtected(name.slice(1)), isProtected(`x${name}`)]).toEqual([false, false]);
  });
});

describe('limits on what is read', () => {
  it('count: one byte more is refused', async () => {
    const { workspace } = temporaryWorkspace({ 'a.txt': '12345' });
    expect(await codeOf(workspace.read('a.txt', { maxBytes: 5 }))).toBe('ok');
    expect(await codeOf(workspace.read('a.txt', { maxBytes: 4 }))).toBe('TOO_LARGE');
    expect((await workspace.readBytes('a.txt', { length: 4 })).bytes.byteLength).toBe(4);
    expect((await workspace.readBytes('a.txt', { length: 5 })).truncated).toBe(false);
    expect((await workspace.readBytes('a.txt', { length: 4 })).truncated).toBe(true);
  });
});
