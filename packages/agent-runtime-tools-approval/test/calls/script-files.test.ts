import { describe, expect, it } from 'vitest';
import { callKey } from '../../src/calls/call-digest.ts';
import { describeCall, profileOf } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

async function keyOf(command: string, cwd: string): Promise<string> {
  const facts = describeCall(profileOf('bash'), { command }, { cwd });
  return (await callKey(facts, { environment: {} })).key;
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
  ])('%s changes with %s', async (command, file) => {
    using folder = new Folder({ [file]: '{"scripts":{"x":"a","prex":"1"}}' });
    const before = await keyOf(command, folder.path);
    expect(await keyOf(command, folder.path)).toBe(before);
    folder.write(file, '{"scripts":{"x":"a","prex":"2"}}');
    expect(await keyOf(command, folder.path)).not.toBe(before);
  });
});
