import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../../../src/index.ts';
import { Workspace } from '../../fixtures/workspace.ts';

const workspace = new Workspace({ 'a.ts': '', 'src/x.ts': '', 'scripts/check.sh': '', 'scripts/build.py': '' });
afterAll(() => workspace[Symbol.dispose]());
const cwd = workspace.path;

function decide(command: string, ...allow: readonly string[]): string {
  return judgeCommand(analyzeCommand(command, { cwd }), { allow, roots: [cwd] }).decision;
}

describe('a rule whose star is in a folder', () => {
  it.each([
    ['./scripts/*', './scripts/check.sh --fast'],
    ['./scripts/*', './scripts/sub/check.sh'],
    ['scripts/*.sh *', 'scripts/check.sh a b'],
    ['python scripts/*.py *', 'python scripts/build.py --verbose'],
    ['python scripts/*.py', 'python scripts/build.py'],
    ['node scripts/*.js *', 'node scripts/gen.js a b'],
    ['bash scripts/*.sh *', 'bash scripts/check.sh --fast'],
    ['rm dist/*', 'rm dist/a dist/b'],
    ['rm -rf dist/*', 'rm -rf dist/a'],
    ['cat src/*', 'cat src/x.ts a.ts'],
    ['cp src/* *', 'cp src/x.ts lib/'],
    ['git add src/*', 'git add src/x.ts'],
    ['eslint src/*', 'eslint src/x.ts --max-warnings 0'],
  ])('%s covers %s', (rule, command) => {
    expect(decide(command, rule)).toBe('allow');
  });

  it.each([
    ['./scripts/*', './scripts/../evil.sh'],
    ['./scripts/*', './scripts/sub/../../evil.sh'],
    ['./scripts/*.sh', './scripts/evil b.sh'],
    ['./scripts/*', 'cd src && ./scripts/check.sh'],
    ['./*', './../x'],
    ['/usr/local/bin/*', '/usr/local/bin/../../../tmp/x'],
    ['python scripts/*.py *', 'python scripts/../x.py'],
    ['python scripts/*.py *', 'python scripts/evil -m b.py'],
    ['python scripts/*.py *', 'python -c x scripts/a.py'],
    ['python scripts/*.py *', 'python "scripts/$x.py"'],
    ['python scripts/*.py *', 'cd src && python scripts/build.py'],
    ['python *.py *', 'python evil.py'],
    ['python -c*', "python -c 'x'"],
    ['make CC=*', 'make CC=./x'],
    ['find src/* *', 'find src/x -exec ./y \\;'],
    ['rm dist/*', 'rm dist/a src/x.ts'],
    ['rm dist/*', 'rm dist/../src/x.ts'],
    ['rm -rf dist/*', 'rm -rf dist/x src'],
    ['mv dist/*', 'mv dist/a src/x.ts dist'],
    ['touch src/*', 'touch src/a README.md'],
    ['chmod +x scripts/*', 'chmod +x scripts/a a.ts'],
    ['cat src/*', 'cat src/../.env'],
    ['git add src/*', 'git add src/../.env'],
  ])('%s does not cover %s', (rule, command) => {
    expect(decide(command, rule)).toBe('ask');
  });
});

describe('an exact rule', () => {
  it.each(['git status', '  git status\n', '\tgit status '])('covers its text with blanks around it: %j', (command) => {
    expect(decide(command, 'git status')).toBe('allow');
  });

  it.each([
    'git status\u00a0',
    'git status\u2028',
    'git status\u3000',
    'git status\r',
    'git status\f',
    '\ufeffgit status',
    '\u00a0git status',
  ])('does not cover it with characters that are no blanks to the shell: %j', (command) => {
    expect(decide(command, 'git status')).toBe('ask');
  });
});

describe('a rule that names the place', () => {
  it.each([
    ['ssh build *', 'ssh build uptime', 'allow'],
    ['ssh *', 'ssh build uptime', 'ask'],
    ['ssh build *', 'ssh other uptime', 'ask'],
    ['docker exec web *', 'docker exec web ls', 'allow'],
    ['docker exec *', 'docker exec web ls', 'ask'],
    ['kubectl exec web *', 'kubectl exec web -- ls', 'allow'],
    ['kubectl exec *', 'kubectl exec web -- ls', 'ask'],
    ['rsync -a src/ host:/x *', 'rsync -a src/ host:/x', 'allow'],
  ])('%s and %s: %s', (rule, command, expected) => {
    expect(decide(command, rule)).toBe(expected);
  });
});

describe('a loop over files', () => {
  it.each([
    ['wc *', 'for f in *.ts; do wc -l "$f"; done'],
    ['wc *', 'for f in a.ts b.ts; do wc -l $f; done'],
    ['wc *', 'for f in a.ts; do wc -l "${f}"; done'],
    ['npm run *', 'for s in lint build; do npm run "$s" || exit 1; done'],
    ['npm test *', 'for p in src; do (cd "$p" && npm test); done'],
    ['cp *', 'for f in *.ts; do cp "$f" "$f.bak"; done'],
    ['cat *', 'for f in *.ts; do if [[ -f "$f" ]]; then cat "$f"; fi; done'],
  ])('is followed: %s covers %s', (rule, command) => {
    expect(decide(command, rule)).toBe('allow');
  });

  it.each([
    'for f in /etc/passwd; do wc "$f"; done',
    'for f in a.ts; do wc "../$f"; done',
    'for f in --files0-from=/etc/passwd; do wc "$f"; done',
    'for f in "a b"; do wc $f; done',
    "for f in '*'; do wc $f; done",
    'for f in *.ts; do f=/etc/passwd; wc "$f"; done',
    'for f in a.ts; do while wc "$f"; do f=/etc/passwd; done; done',
    'for f in a.ts; do read f < x; wc "$f"; done',
    'for f in a.ts; do read $\'\\x66\' < x; wc "$f"; done',
    'for f in a.ts; do printf -v f /etc/passwd; wc "$f"; done',
    'for f in a.ts; do mapfile f < x; wc "$f"; done',
    'for f in a.ts; do export f=/etc/passwd; wc "$f"; done',
    'for f in a.ts; do unset f; wc "$f"; done',
    'for f in a.ts; do eval f=/etc/passwd; wc "$f"; done',
    'for f in a.ts; do . ./x; wc "$f"; done',
    'for f in a.ts; do wc "$f" {f}>/dev/null; wc "$f"; done',
    'for f in a.ts; do for f in b.ts; do :; done; wc "$f"; done',
    'declare -u f; for f in a.ts; do wc "$f"; done',
    'for f in a.ts; do bash -c \'wc "$f"\'; done',
    'for f in a.ts; do wc "$f"; done; wc "$f"',
    'for f in $(ls); do wc "$f"; done',
    'for f in wc touch; do $f x; done',
  ])('asks where its variable may be something else: %s', (command) => {
    const rules = ['wc *', 'read *', 'printf *', 'mapfile *', 'export *', 'unset *', '. ./x', 'declare *', 'ls *'];
    expect(decide(command, ...rules)).toBe('ask');
  });

  it('denies what it would run', () => {
    const analysis = analyzeCommand('for c in ls rm; do $c x; done', { cwd });
    expect(judgeCommand(analysis, { allow: ['ls *', 'rm *'], deny: ['rm *'], roots: [cwd] }).decision).toBe('deny');
  });
});
