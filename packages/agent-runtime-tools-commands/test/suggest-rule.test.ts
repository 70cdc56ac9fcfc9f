import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand, suggestRule } from '../src/index.ts';

const options = { cwd: '/ws', home: '/home/me' };

describe('suggestRule', () => {
  it.each([
    ['git log --oneline -5', 'git log *'],
    ['git --no-pager log', 'git log *'],
    ['git status', 'git status *'],
    ['npm test', 'npm test'],
    ['npm run build', 'npm run build'],
    ['npm test >/dev/null 2>&1', 'npm test'],
    ['timeout 5 npm test', 'npm test'],
    ['CI=1 npm test', 'npm test'],
    ['ls -la src', 'ls *'],
    ['grep -rn x src', 'grep *'],
    ['echo "$x"', 'echo *'],
    ['cargo test --release', 'cargo test *'],
    ['go test ./...', 'go test *'],
    ['docker ps -a', 'docker ps *'],
    ['./scripts/check.sh --fast', './scripts/check.sh --fast'],
    ['foo "a b" c', "foo 'a b' c"],
    ['cat /etc/hosts', 'cat /etc/hosts'],
  ])('offers for %j the rule %j, which covers it', (text, rule) => {
    const analysis = analyzeCommand(text, options);
    expect(suggestRule(analysis)).toBe(rule);
    expect(judgeCommand(analysis, { allow: [rule], inspectFiles: false }).decision).toBe('allow');
  });

  it.each([
    'rm -rf x',
    'mv a b',
    'git push',
    'git branch -D x',
    'git reset --hard',
    'git commit -m x',
    'npm install x',
    'python3 x.py',
    'node x.js',
    'sudo ls',
    'bash x.sh',
    'npx tsc',
    'find . -name x',
    'xargs ls',
    'eval "$x"',
    'npm test | head',
    'npm test > out',
    'FOO=1 npm test',
    'cat $x',
    'git diff --output=x',
    'curl https://x',
    'cd src && npm test',
    'f() { ls; }',
    'ls; rm x',
    '$x',
    '',
    'sed -i s/a/b/ f',
    "foo 'a\nb'",
    "foo '*'",
  ])('offers none for %j', (text) => {
    expect(suggestRule(analyzeCommand(text, options))).toBeUndefined();
  });
});
