import { describe, expect, it } from 'vitest';
import { callDigest, callKey } from '../../../src/calls/digest/call-digest.ts';
import { describeCall, profileOf } from '../../../src/index.ts';
import { Folder } from '../../fixtures/folder.ts';

async function keyOf(command: string, cwd: string): Promise<string> {
  const facts = describeCall(profileOf('bash'), { command }, { cwd });
  return (await callKey(facts, { environment: {} })).key;
}

/** Whether a new version of a file gives the command another key. */
async function changesWith(command: string, file: string): Promise<boolean> {
  using folder = new Folder({ [file]: '{"scripts":{"x":"1"}}' });
  const before = await keyOf(command, folder.path);
  folder.write(file, '{"scripts":{"x":"2"}}');
  return (await keyOf(command, folder.path)) !== before;
}

describe('the key of a command', () => {
  it.each([
    ['python -B s.py', 's.py'],
    ['node --test x.js', 'x.js'],
    ['node --require ./r.js x.js', 'r.js'],
    ['node --import=./r.mjs x.js', 'r.mjs'],
    ['bash -x s.sh', 's.sh'],
    ['bash -eu -o pipefail s.sh', 's.sh'],
    ['npx tsx s.ts', 's.ts'],
    ['make -C dir', 'dir/Makefile'],
    ['make -Cdir all', 'dir/Makefile'],
    ['make --directory=dir', 'dir/GNUmakefile'],
    ['make --makefile=x.mk', 'x.mk'],
    ['npm run x', 'package.json'],
    ['npm --prefix dir run x', 'dir/package.json'],
    ['pnpm -C dir test', 'dir/package.json'],
    ['yarn --cwd dir test', 'dir/package.json'],
    ['cd dir && npm run x', 'dir/package.json'],
    ['awk -f x.awk f', 'x.awk'],
    ['sed -f x.sed f', 'x.sed'],
    ['python -m mod', 'mod.py'],
    ['python -m pkg.mod', 'pkg/mod/__main__.py'],
    ['timeout 5 sh s.sh', 's.sh'],
    ['cat s.sh | sh', 's.sh'],
    ['source <(cat s.sh)', 's.sh'],
    ['sh < s.sh', 's.sh'],
    ['uv run s.py', 's.py'],
    ['node dir', 'dir/index.js'],
    ['python dir', 'dir/__main__.py'],
    ['ninja -C dir', 'dir/build.ninja'],
    ['docker compose -f x.yml up', 'x.yml'],
    ['docker compose up', 'compose.yaml'],
    ['git -c core.pager=./s.sh log', 's.sh'],
    ['psql -f x.sql', 'x.sql'],
    ['crontab x.cron', 'x.cron'],
    ['find . -exec ./s.sh \\;', 's.sh'],
    ['npm run x', '.npmrc'],
    ['pnpm run x', 'pnpm-workspace.yaml'],
    ['yarn x', '.yarnrc.yml'],
    ['node build', 'build.js'],
    ['cargo test', '.cargo/config.toml'],
    ['pytest', 'conftest.py'],
    ['python -m pytest', 'pyproject.toml'],
    ['npx jest', 'jest.config.js'],
    ['npx vitest run', 'vite.config.ts'],
    ['npx eslint .', 'eslint.config.mjs'],
    ['./gradlew test', 'build.gradle'],
    ['mvn test', 'pom.xml'],
    ['cmake .', 'CMakeLists.txt'],
    ['composer run x', 'composer.json'],
    ['deno task x', 'deno.json'],
    ['bundle exec rake', 'Gemfile'],
    ['docker build d', 'd/Dockerfile'],
    ['gdb -x x.gdb', 'x.gdb'],
    ['git commit -m x', '.git/hooks/pre-commit'],
    ['git push', '.husky/pre-push'],
    ['git -C dir commit -m x', 'dir/.git/hooks/pre-commit'],
    ['node -r./hook.js a.js', 'hook.js'],
    ['node -r./hook.js a.js', 'a.js'],
    ['node -r./hook a.js', 'hook.js'],
    ['node -r ./hook a.js', 'hook/index.js'],
    ['node --require=./hook a.js', 'hook.cjs'],
    ['nodejs -r./hook.js a.js', 'hook.js'],
    ['awk -f./p f', 'p'],
    ['awk -fp.awk f', 'p.awk'],
    ['gawk -i./lib f', 'lib.awk'],
    ['sed -f./p f', 'p'],
    ['sed -nf./p f', 'p'],
    ['ruby -r./x a.rb', 'x.rb'],
    ['ruby -r./x.rb a.rb', 'x.rb'],
    ['ruby -r./x a.rb', 'a.rb'],
    ['perl -I./lib a.pl', 'a.pl'],
    ['lua -lmod.sub a.lua', 'mod/sub.lua'],
    ['php -dauto_prepend_file=./x.php a.php', 'x.php'],
    ['php -d auto_prepend_file=x.php a.php', 'x.php'],
    ['php -fx.php', 'x.php'],
    ['psql -fx.sql', 'x.sql'],
    ['jq -fx.jq f.json', 'x.jq'],
    ['docker compose -fx.yml up', 'x.yml'],
    ['make -fx.mk', 'x.mk'],
    ['python -mmod', 'mod.py'],
    ['python -Bmpkg.mod', 'pkg/mod.py'],
    ['python -mpytest', 'conftest.py'],
    ['bash --rcfile ./rc -i', 'rc'],
    ['git -ccore.pager=./s.sh log', 's.sh'],
  ])('%s changes with %s', async (command, file) => {
    using folder = new Folder({ [file]: '{"scripts":{"x":"a","prex":"1"}}' });
    const before = await keyOf(command, folder.path);
    expect(await keyOf(command, folder.path)).toBe(before);
    folder.write(file, '{"scripts":{"x":"a","prex":"2"}}');
    expect(await keyOf(command, folder.path)).not.toBe(before);
  });

  it.each([
    ['git commit -m x', 'pre-commit prepare-commit-msg commit-msg post-commit', 'pre-push'],
    ['git merge a', 'pre-merge-commit prepare-commit-msg commit-msg post-merge', 'pre-commit'],
    ['git pull', 'pre-merge-commit post-merge pre-rebase post-rewrite', 'pre-commit'],
    ['git push', 'pre-push', 'pre-commit'],
    ['git checkout a', 'post-checkout', 'pre-commit'],
    ['git switch a', 'post-checkout', 'pre-commit'],
    ['git rebase a', 'pre-rebase post-rewrite post-checkout', 'pre-commit'],
    ['git am a', 'applypatch-msg pre-applypatch post-applypatch', 'pre-commit'],
  ])('%s changes with the hooks %s and not with %s', async (command, hooks, other) => {
    for (const hook of hooks.split(' ')) {
      expect(await changesWith(command, `.git/hooks/${hook}`), hook).toBe(true);
      expect(await changesWith(command, `.husky/${hook}`), hook).toBe(true);
    }
    expect(await changesWith(command, `.git/hooks/${other}`)).toBe(false);
  });

  it.each([
    ['npx jest', 'jest.config', '.js .cjs .mjs .ts .mts .cts .json', '.txt'],
    ['node d', 'd', '.js .cjs .mjs .json .node /package.json /index.js', '.rb'],
    ['python d', 'd', '/__main__.py', '/index.js'],
    ['docker build d', 'd', '/Dockerfile', '/index.js'],
    [
      'docker compose --project-directory d up',
      'd',
      '/compose.yaml /compose.yml /docker-compose.yaml /docker-compose.yml',
      '/index.js',
    ],
    ['podman build d', 'd', '/Containerfile /Dockerfile', '/compose.yaml'],
    ['node -r ./m a.js', 'm', '.js .cjs .mjs .json .node /index.js', '.rb'],
    ['nodejs -r ./m a.js', 'm', '.js .cjs .mjs .json .node /index.js', '.rb'],
    ['ruby -r./m a.rb', 'm', '.rb', '.lua'],
    ['lua -lm a.lua', 'm', '.lua /init.lua', '.rb'],
    ['luajit -lm a.lua', 'm', '.lua /init.lua', '.rb'],
    ['awk -f m f', 'm', '.awk', '.rb'],
    ['gawk -i m f', 'm', '.awk', '.rb'],
    ['make', '', 'GNUmakefile makefile Makefile', 'package.json'],
    ['npm --prefix=d test', 'd', '/package.json', '/Makefile'],
    ['npm --dir d test', 'd', '/package.json', '/Makefile'],
    ['make -f x.mk', 'x', '.mk', '.js'],
    ['make --file x.mk', 'x', '.mk', '.js'],
    ['make --file=x.mk', 'x', '.mk', '.js'],
    ['make -f x.mk', '', 'x.mk', 'Makefile'],
    ['cat package.json', '', '', 'package.json'],
    ['grep x a.sh', '', '', 'a.sh'],
  ])('%s changes with %s and each of the endings %s, and not with %s', async (command, name, endings, other) => {
    for (const ending of endings.split(' ').filter(Boolean)) {
      expect(await changesWith(command, name + ending), ending).toBe(true);
    }
    expect(await changesWith(command, name + other)).toBe(false);
  });

  it('changes with the manifest that is nearest above', async () => {
    using folder = new Folder({ 'package.json': '{"scripts":{"x":"a"}}', 'sub/y': '' });
    const before = await keyOf('cd sub && npm run x', folder.path);
    folder.write('package.json', '{"scripts":{"x":"b"}}');
    expect(await keyOf('cd sub && npm run x', folder.path)).not.toBe(before);
  });

  it('does not change with the parts of a manifest that run nothing', async () => {
    using folder = new Folder({ 'package.json': '{"version":"1","scripts":{"x":"a"},"config":{"c":"1"}}' });
    const before = await keyOf('npm run x', folder.path);
    folder.write('package.json', '{"version":"2","dependencies":{"d":"1"},"scripts":{"x":"a"},"config":{"c":"1"}}');
    expect(await keyOf('npm run x', folder.path)).toBe(before);
    folder.write('package.json', '{"version":"2","scripts":{"x":"a"},"config":{"c":"2"}}');
    expect(await keyOf('npm run x', folder.path)).not.toBe(before);
  });

  it('counts all of many scripts, and is never the same where they are too many', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `s${index}.sh`);
    using folder = new Folder(Object.fromEntries(names.map((name) => [name, 'a'])));
    const command = names.map((name) => `sh ${name}`).join('; ');
    const before = await keyOf(command, folder.path);
    expect(await keyOf(command, folder.path)).toBe(before);
    folder.write('s59.sh', 'b');
    expect(await keyOf(command, folder.path)).not.toBe(before);
    const many = Array.from({ length: 1100 }, (_, index) => `t${index}.sh`);
    for (const name of many) folder.write(name, '');
    const endless = many.map((name) => `./${name}`).join(';');
    expect(await keyOf(endless, folder.path)).not.toBe(await keyOf(endless, folder.path));
  });

  it.each([
    ['is too long to be taken apart', `: ${'a'.repeat(11_000)}; sh s.sh`],
    ['has too many parts', `${': ;'.repeat(600)} sh s.sh`],
    ['is not understood', `x=s.sh; sh $x ${'n'.repeat(300)}`],
  ])('counts the scripts of a command that %s', async (_, command) => {
    using folder = new Folder({ 's.sh': 'a' });
    const before = await keyOf(command, folder.path);
    expect(await keyOf(command, folder.path)).toBe(before);
    folder.write('s.sh', 'b');
    expect(await keyOf(command, folder.path)).not.toBe(before);
  });

  it('leaves the tests that a runner is given to the one answer', async () => {
    using folder = new Folder({ 't.py': 'a' });
    const facts = describeCall(profileOf('bash'), { command: 'pytest t.py' }, { cwd: folder.path });
    const key = await callKey(facts, { environment: {} });
    const { digest } = await callDigest(facts, key);
    folder.write('t.py', 'b');
    expect(await callKey(facts, { environment: {} })).toEqual(key);
    expect((await callDigest(facts, key)).digest).not.toBe(digest);
  });

  it.each([
    'HOME',
    'MAKEFILES',
    'TAR_OPTIONS',
    'RIPGREP_CONFIG_PATH',
    'LUA_INIT',
    'npm_config_registry',
    'PYTEST_ADDOPTS',
  ])('changes with the variable %s', async (name) => {
    const facts = describeCall(profileOf('bash'), { command: 'npm test' }, { cwd: '/' });
    const keyWith = async (environment: Record<string, string>) => (await callKey(facts, { environment })).key;
    expect(await keyWith({ [name]: 'x' })).not.toBe(await keyWith({}));
    expect(await keyWith({ TERM: 'x', SHLVL: '2', XDG_SESSION_PATH: '1', PWD: '/x' })).toBe(await keyWith({}));
  });
});
