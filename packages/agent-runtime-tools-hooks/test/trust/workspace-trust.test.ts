import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ClaudeProject } from '../claude/claude-project.ts';
import { WRITE, write } from '../claude/conformance.ts';

const SETTINGS = 'ws/.claude/settings.json';

/** A project whose settings block every call through a script of its own. */
function hookedProject(command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'): ClaudeProject {
  const project = new ClaudeProject();
  project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
  project.put('ws/.claude/hooks/guard.sh', `#!/bin/sh\ntouch '${project.base}/ran'\necho guarded >&2\nexit 2\n`, 0o755);
  return project;
}

describe('hooks of a workspace', () => {
  it('do not run before they are trusted, and a notice says so', async () => {
    const project = hookedProject();
    const { result } = await write(project);
    expect(result.ok).toBe(true);
    expect(project.text('ran')).toBe('');
    const loaded = await project.load();
    expect(loaded.hooks).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([
      { kind: 'untrusted', file: join(project.base, SETTINGS), trust: { subject: 'hooks:.claude/settings.json' } },
    ]);
  });

  it('run once they are trusted, for exactly that content', async () => {
    const project = hookedProject();
    await project.trustAll();
    expect((await write(project)).result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });

    appendFileSync(join(project.base, SETTINGS), '\n');
    expect((await project.load()).hooks).toEqual([]);
    expect((await write(project)).result.ok).toBe(true);
  });

  it.each([
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'],
    ['${CLAUDE_PROJECT_DIR}/.claude/hooks/guard.sh --flag'],
    ['"$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh"'],
    ['.claude/hooks/guard.sh'],
    ['sh ./.claude/hooks/guard.sh'],
    ['cd .claude/hooks && ./guard.sh'],
    ['sh -c ".claude/hooks/guard.sh now"'],
    ['true; FOO=1 sh < .claude/hooks/guard.sh'],
    ['"$(git rev-parse --show-toplevel)/.claude/hooks/guard.sh"'],
    ['$(pwd)/.claude/hooks/guard.sh'],
    ['sh `pwd`/.claude/hooks/guard.sh'],
    ['"$PWD/.claude/hooks/guard.sh"'],
    ['${ROOT:-.}/.claude/hooks/guard.sh'],
    ['for hook in .claude/hooks/*.sh; do sh "$hook"; done'],
    ['sh --rcfile=.claude/hooks/guard.sh'],
    [`bash -c 'cd .claude; exec "hooks/guard.sh"'`],
    ['.claude/h*/guard.sh'],
    ['.claude/{hooks,other}/guard.sh'],
    ['.claude/hook[s]/gu?rd.sh'],
    ['.claude/hooks/guard.{sh,py}'],
    ['cd .claude && cd hooks && ./guard.sh'],
    ['NAME=guard; .claude/hooks/$NAME.sh'],
    ['.claude/hooks/${NAME}rd.sh'],
    ['sh .claude/hooks/gu`echo ar`d.sh'],
    ['.claude/hooks/$(echo guard).sh'],
  ])('are untrusted again when the script of %j changes', async (command) => {
    const project = hookedProject(command);
    await project.trustAll();
    expect((await project.load()).hooks).toHaveLength(1);
    appendFileSync(join(project.workspace, '.claude/hooks/guard.sh'), '# changed\n');
    expect((await project.load()).hooks).toEqual([]);
    expect((await project.load()).diagnostics).toMatchObject([{ kind: 'untrusted' }]);
  });

  it.each([
    ['python3 -m checks.guard', 'checks/guard.py'],
    ['python3 -m checks.guard', 'checks/guard/__main__.py'],
    ['python3 -mchecks', 'checks/__init__.py'],
    ['cd tools && python3 -m guard', 'tools/guard.py'],
    ['node tools/guard', 'tools/guard.js'],
    ['node ./tools', 'tools/index.js'],
    ['node --import ./tools/hook x', 'tools/hook.mjs'],
    ['node -r ./tools/hook x', 'tools/hook.cjs'],
    ['ruby -Itools -rguard -e run', 'tools/guard.rb'],
    ['perl -Itools -Mguard -e run', 'tools/guard.pm'],
  ])('are untrusted again when %j loads another %s', async (command, file) => {
    const project = new ClaudeProject();
    project.put(`ws/${file}`, 'one');
    project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: [{ command }] }] } });
    await project.trustAll();
    expect((await project.load()).hooks).toHaveLength(1);
    project.put(`ws/${file}`, 'two');
    expect((await project.load()).hooks).toEqual([]);
  });

  it.each(['npx eslint .', 'eslint src', 'node_modules/.bin/tsc -p .', 'node lint.js src', 'python3 lint.py . src'])(
    'stay trusted when what %j looks at changes',
    async (command) => {
      const project = new ClaudeProject();
      for (const file of ['lint.js', 'lint.py', 'index.js', 'package.json', 'src/index.ts', 'src/index.js'])
        project.put(`ws/${file}`, 'one');
      project.put(SETTINGS, { hooks: { PostToolUse: [{ hooks: [{ command }] }] } });
      await project.trustAll();
      for (const file of ['index.js', 'package.json', 'src/index.ts', 'src/index.js']) project.put(`ws/${file}`, 'two');
      expect((await project.load()).hooks).toHaveLength(1);
    },
  );

  it('can be trusted with long words in their commands, which name no file', async () => {
    const project = hookedProject(`python3 -c "${'print(1); '.repeat(600)}" ${'x'.repeat(300)} .claude/hooks/guard.sh`);
    await project.trustAll();
    expect((await project.load()).hooks).toHaveLength(1);
    appendFileSync(join(project.workspace, '.claude/hooks/guard.sh'), '# changed\n');
    expect((await project.load()).hooks).toEqual([]);
  });

  it('are not trusted when their commands name more than can be looked at', async () => {
    const project = hookedProject(
      `${Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ')} .claude/hooks/guard.sh`,
    );
    expect((await project.load({ trust: { isTrusted: async () => true } })).diagnostics).toMatchObject([
      { kind: 'untrusted', message: expect.stringContaining('more than') },
    ]);
  });

  it('stay trusted when something else changes that a variable might have meant', async () => {
    const project = hookedProject('echo "$HOME $1" && .claude/hooks/guard.sh ${ROOT}/x');
    project.put('ws/other.txt', 'a');
    await project.trustAll();
    project.put('ws/other.txt', 'b');
    project.put('ws/new.txt', 'b');
    expect((await project.load()).hooks).toHaveLength(1);
  });

  it('are untrusted again when the script of an argument changes', async () => {
    const project = new ClaudeProject();
    project.put('ws/guard.sh', 'exit 2');
    project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: [{ command: 'sh', args: ['guard.sh'] }] }] } });
    await project.trustAll();
    expect((await project.load()).hooks).toHaveLength(1);
    project.put('ws/guard.sh', 'exit 0');
    expect((await project.load()).hooks).toEqual([]);
  });

  it.each([
    ['is changed', (path: string) => writeFileSync(path, '#!/bin/sh\nexit 0\n')],
    ['is removed', (path: string) => rmSync(path)],
    [
      'becomes a link',
      (path: string) => {
        rmSync(path);
        symlinkSync('/bin/true', path);
      },
    ],
  ])('that guard a running session block when their script %s', async (_, change) => {
    const project = hookedProject();
    await project.trustAll();
    const loaded = await project.load();
    vi.spyOn(project, 'load').mockResolvedValue(loaded);
    expect((await write(project)).result).toMatchObject({ error: { details: { why: 'denied' } } });
    change(join(project.workspace, '.claude/hooks/guard.sh'));
    const { result, ran } = await write(project);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'HOOK_BLOCKED', message: expect.stringContaining('trust it again'), details: { why: 'failed' } },
    });
    expect(ran).toEqual([]);
  });

  it('do not run another script of the same name in another folder', async () => {
    const project = hookedProject('./.claude/hooks/guard.sh');
    await project.trustAll();
    project.put('ws/sub/.claude/hooks/guard.sh', `#!/bin/sh\ntouch '${project.base}/evil'\n`, 0o755);
    const { result } = await project.run('write_file', WRITE, { cwd: join(project.workspace, 'sub') });
    expect(result).toMatchObject({ ok: false, error: { details: { why: 'failed' } } });
    expect(existsSync(join(project.base, 'evil'))).toBe(false);
  });

  it('named on the command line are still of the workspace', async () => {
    const project = new ClaudeProject();
    const commandLine = project.put('ws/my.json', { hooks: { PreToolUse: [{ hooks: [{ command: 'exit 2' }] }] } });
    expect((await project.load({ commandLine })).diagnostics).toMatchObject([{ kind: 'untrusted', file: commandLine }]);
  });

  it('go by the real path of the workspace, not by what its repository claims', async () => {
    const trusted = hookedProject();
    await trusted.trustAll();
    const other = hookedProject();
    other.put('ws/.git/commondir', join(trusted.workspace, '.git'));
    expect((await other.load({ trust: trusted.trust })).hooks).toEqual([]);
    const link = join(other.base, 'link');
    symlinkSync(trusted.workspace, link);
    expect((await trusted.load({ workspace: link })).hooks).toHaveLength(1);
  });

  it.each([{ isTrusted: false }, 'yes', 1, {}, undefined, null])(
    'are not trusted by a checker that answers %j',
    async (answer) => {
      const trust = { isTrusted: async () => answer as never };
      expect((await hookedProject().load({ trust })).hooks).toEqual([]);
    },
  );

  it('are not trusted by a checker that fails, or by a damaged store', async () => {
    const trust = { isTrusted: () => Promise.reject(new Error('outage')) };
    expect((await hookedProject().load({ trust })).diagnostics).toMatchObject([
      { kind: 'untrusted', message: expect.stringContaining('outage') },
    ]);
    const project = hookedProject();
    await project.trustAll();
    writeFileSync(project.trust.file, '{');
    expect((await project.load()).hooks).toEqual([]);
    writeFileSync(project.trust.file, '{"version":1,"entries":[]}');
    chmodSync(project.trust.file, 0o666);
    expect((await project.load()).hooks).toEqual([]);
  });

  it('cannot switch off those of the user, whether trusted or not', async () => {
    const project = new ClaudeProject().settings('PreToolUse', 'exit 2');
    project.put(SETTINGS, { disableAllHooks: true });
    expect((await write(project)).result.ok).toBe(false);
    await project.trustAll();
    expect((await write(project)).result.ok).toBe(false);
  });

  it('over HTTP are not called before trust either', async () => {
    const project = new ClaudeProject();
    project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:1/' }] }] } });
    expect((await project.load()).hooks).toEqual([]);
    await project.trustAll();
    expect((await project.load()).hooks).toHaveLength(1);
  });
});

describe('settings files that are not what they seem', () => {
  it('with a key that reaches into prototypes are refused with their line', async () => {
    for (const key of ['"__proto__"', '"\\u005f_proto__"', '"constructor"']) {
      const project = new ClaudeProject();
      const path = project.put(
        'home/.claude/settings.json',
        `{\n "hooks": {"PreToolUse": [\n {"hooks": [{${key}: 1}]}]}}`,
      );
      expect((await project.load()).diagnostics).toMatchObject([{ kind: 'problem', where: `${path}:3` }]);
    }
  });

  it('that are no JSON are reported with their line', async () => {
    const project = new ClaudeProject();
    const path = project.put('home/.claude/settings.json', '{\n\n "hooks": oops }');
    expect((await project.load()).diagnostics).toMatchObject([{ kind: 'problem', where: `${path}:3` }]);
  });

  it('that are pipes, devices, folders, links out or huge are refused at once', async () => {
    const startedAt = performance.now();
    const make: Record<string, (path: string) => unknown> = {
      'not a regular file': (path) => execFileSync('mkfifo', [path]),
      folder: (path) => mkdirSync(path),
      'leads out': (path) => symlinkSync('/etc/passwd', path),
      larger: (path) => execFileSync('truncate', ['-s', '1G', path]),
    };
    for (const [message, create] of Object.entries(make)) {
      const project = new ClaudeProject();
      mkdirSync(join(project.workspace, '.claude'));
      create(join(project.base, SETTINGS));
      expect((await project.load()).diagnostics).toMatchObject([
        { kind: 'problem', message: expect.stringContaining(message) },
      ]);
      expect((await project.run('write_file', WRITE)).result.ok).toBe(true);
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('that nobody has trusted cannot keep the loader busy', { timeout: 60_000 }, async () => {
    const startedAt = performance.now();
    const words = (count: number, word: string): string =>
      Array.from({ length: count }, (_, index) => word + index).join(' ');
    const hostile = [
      [words(400, '${a${')],
      [words(400, 'd/')],
      Array.from({ length: 5000 }, (_, index) => `sh x${index}.sh`),
      ['"'.repeat(19_999)],
      ['$('.repeat(9000)],
    ];
    for (const commands of hostile) {
      const project = new ClaudeProject();
      for (let index = 0; index < 400; index++)
        mkdirSync(join(project.workspace, 'd', String(index)), { recursive: true });
      project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ command })) }] } });
      expect((await project.load()).diagnostics).toMatchObject([{ kind: 'untrusted' }]);
    }
    expect(performance.now() - startedAt).toBeLessThan(12_000);
  });

  it('with parts that cannot be used keep the others, and say what was left out', async () => {
    const project = new ClaudeProject();
    const good = { type: 'command', command: 'true' };
    project.put('home/.claude/settings.json', {
      hooks: {
        SessionStart: [{ hooks: [good] }],
        PreToolUse: [
          { matcher: 5, hooks: [good] },
          'x',
          { hooks: [good, { type: 'prompt', prompt: 'p' }, { type: 'command' }, { ...good, timeout: 'long' }] },
        ],
        PostToolUse: {},
      },
    });
    const { hooks, diagnostics } = await project.load();
    // A guard is kept as far as it can be: for every tool, and with the usual time.
    expect(hooks).toHaveLength(3);
    expect(diagnostics.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'ignored hooks.SessionStart',
      'problem hooks.PreToolUse[0].matcher',
      'problem hooks.PreToolUse[1]',
      'ignored hooks.PreToolUse[2].hooks[1]',
      'problem hooks.PreToolUse[2].hooks[2]',
      'ignored hooks.PreToolUse[2].hooks[3].timeout',
      'problem hooks.PostToolUse',
      'loaded hooks.PreToolUse[0].hooks[0]',
      'loaded hooks.PreToolUse[2].hooks[0]',
      'loaded hooks.PreToolUse[2].hooks[3]',
    ]);
  });
});
