import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand, suggestRule } from '../../../src/index.ts';
import { Workspace } from '../../fixtures/workspace.ts';

const workspace = new Workspace({
  f: '',
  'src/a.ts': '',
  'spaced/a b': '',
  '.git/HEAD': '',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  'tree/.git/config': '[core]\n\tworktree = /\n',
});
workspace.link('linked/l', '/etc/passwd');
afterAll(() => workspace[Symbol.dispose]());
const cwd = workspace.path;

function decide(command: string, ...allow: readonly string[]): string {
  return judgeCommand(analyzeCommand(command, { cwd }), { allow, roots: [cwd] }).decision;
}

describe('a rule with a star', () => {
  it.each([
    ['curl https://x *', 'curl https://x https://evil.test', 'a second address'],
    ['curl https://x *', 'curl https://x{,evil}', 'a second address made by braces'],
    ['curl https://x/*', 'curl https://x/a --url https://evil.test', 'a second address by an option'],
    ['wget -O- https://x *', 'wget -O- https://x https://evil.test', 'a second address for wget'],
    ['npm *', 'npm explore x -- touch MARK', 'a command for a package'],
    ['npm *', 'npm init evil', 'a package that is run to start a project'],
    ['npm run test *', 'npm run test -w ../../x', 'another project as a workspace'],
    ['yarn *', 'yarn node x.js', 'a script for node'],
    ['yarn *', 'yarn --use-yarnrc x test', 'settings from another file'],
    ['csplit *', 'csplit f 1 -f /tmp/x', 'a prefix elsewhere'],
    ['tree *', 'tree -R -H x -L 1', 'an index in every folder'],
    ['mypy *', 'mypy --python-executable ./x src', 'another interpreter'],
    ['java *', 'java -javaagent:x -version', 'an agent'],
    ['java *', "java '-XX:OnError=touch MARK' -version", 'a command for errors'],
    ['dotnet *', 'dotnet exec x.dll', 'a library to run'],
    ['rake *', "rake -e 'x'", 'a program text'],
    ['composer *', 'composer exec x', 'a program to run'],
    ['docker *', 'docker exec x sh', 'a command in a container'],
    ['git *', 'git gc --prune=now', 'the deletion of what can be brought back'],
    ['apt list *', 'apt list -o Dir::Bin::x=./y', 'settings after the subcommand'],
    ['pip install *', 'pip install git+ext::x', 'an address that starts a helper'],
  ])('%s does not cover %s: %s', (rule, command) => {
    expect(decide(command, rule)).toBe('ask');
  });

  it('consents to other addresses where it names none, and to more of the same host', () => {
    expect(decide('curl https://a.test https://b.test', 'curl *')).toBe('allow');
    expect(decide('curl https://x/a https://x/b', 'curl https://x/*')).toBe('allow');
  });
});

describe('a command that needs no rule', () => {
  it.each([
    'cd src && npm test',
    'if [ -f f ]; then npm test; fi',
    'export CI=1; npm test',
    'npm test & wait',
    'PAGER=cat GIT_PAGER= npm test',
    'NODE_OPTIONS=--max-old-space-size=4096 npm test',
    'PORT=3000 LOG_LEVEL=debug npm test',
  ])('%s is covered by npm test *', (command) => {
    expect(decide(command, 'npm test *')).toBe('allow');
  });

  it.each([
    'cd .. && npm test',
    'cd linked/l && npm test',
    'cd "$X" && npm test',
    "[ -v 'x[$(touch MARK)]' ] && npm test",
    '[ -f /etc/passwd ] && npm test',
    'export PATH=.; npm test',
    'export; npm test',
    "wait -p 'x[$(touch MARK)]'; npm test",
    'PAGER=./cat npm test',
    "NODE_OPTIONS='--max-old-space-size=1 --require ./x' npm test",
    'cat f; npm test',
    'cat <<E > out; npm test\nE',
    'cat <<E | sh; npm test\nx\nE',
  ])('%s is not', (command) => {
    expect(decide(command, 'npm test *')).toBe('ask');
  });

  it('is a text for an option that is written in a here-document', () => {
    const message = '"$(cat <<\'E\'\nIt is `plain` $(x)\nE\n)"';
    expect(decide(`gh pr create --title x --body ${message}`, 'gh pr create *')).toBe('allow');
    expect(decide(`gh pr create ${message}`, 'gh pr create *')).toBe('ask');
  });

  it('is no reason to offer a rule for the rest alone', () => {
    for (const text of ['cd src && npm test', 'export CI=1; npm test', '[ -f f ] && npm test']) {
      expect(suggestRule(analyzeCommand(text, { cwd }))).toBeUndefined();
    }
  });
});

describe('xargs after find', () => {
  it.each([
    'find src -name "*.ts" | xargs grep -l foo',
    'find src -print0 | xargs -0 wc -l',
    'find src -type f 2>/dev/null | xargs -n1 cat | wc -l',
    'find spaced -print0 | xargs -0 cat',
    'find src | xargs -I{} cat {}',
  ])('%s reads what is inside', (command) => {
    expect(decide(command, 'find *', 'grep *', 'wc *', 'cat *')).toBe('allow');
  });

  it.each([
    ['find spaced | xargs cat', 'a blank in a name makes two of it'],
    ['find linked | xargs cat', 'a link leads out'],
    ['find linked -print0 | xargs -0 cat', 'a link leads out'],
    ['find src -print0 | xargs cat', 'they do not agree on what ends a name'],
    ['find src -printf "/etc/passwd" | xargs cat', 'it prints something else'],
    ['find src 2>&1 | xargs cat', 'messages are not names'],
    ['find src |& xargs cat', 'messages are not names'],
    ['find /etc | xargs cat', 'outside'],
    ['(cd src; find .) | xargs cat', 'names from another folder'],
    ['find src | xargs rm', 'it deletes'],
    ['find src | xargs sed -i p', 'it writes'],
    ['find src | xargs sed', 'a name becomes a script'],
    ['find src | xargs sh', 'it runs them'],
    ['find src | xargs -I{} cat /etc/{}', 'part of a word'],
    ['find src | xargs -a f cat', 'it reads names from a file'],
  ])('%s asks: %s', (command) => {
    expect(decide(command, 'find *', 'cat *', 'rm *', 'sed *', 'sh *')).toBe('ask');
  });

  it('made-up words fit no rule that names a file', () => {
    expect(decide('find src | xargs cat', 'find *', 'cat src')).toBe('ask');
  });
});

describe('a repository', () => {
  it('with files elsewhere asks', () => {
    expect(decide('cd tree && git status', 'git status *')).toBe('ask');
  });

  it('asks about a hook only where git would start it', () => {
    expect(decide('git commit -m x', 'git commit *')).toBe('ask');
    expect(decide('git add f', 'git add *')).toBe('allow');
    expect(decide('git fetch', 'git fetch *')).toBe('allow');
  });
});
