import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox } from '../../run-toolbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolbox-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// As it is installed: under its own name on PATH.
writeFileSync(join(folder, 'toolbox'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`, { mode: 0o755 });
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };

function has(shell: string): boolean {
  try {
    execFileSync(shell, ['--version']);
    return true;
  } catch {
    return false;
  }
}

describe('toolbox completion', () => {
  it('gives the script and the candidates to a program as JSON', async () => {
    const script: unknown = JSON.parse((await runToolbox(['completion', 'bash', '--json'])).stdout);
    expect(script).toEqual({ shell: 'bash', script: expect.stringContaining('complete -o default') });
    const words: unknown = JSON.parse((await runToolbox(['completion', 'words', '--json', '--', 'hist'])).stdout);
    expect(words).toMatchObject([{ value: 'history' }]);
  });

  it('completes commands, tools and options in a real bash', () => {
    const script = [
      'source <(toolbox completion bash)',
      'try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolbox; echo "${COMPREPLY[*]}"; }',
      'try toolbox hist',
      'try toolbox describe read_f',
      'try toolbox call read_file --dry',
      'try toolbox audit verify ""',
    ].join('\n');
    const shown = execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' });
    expect(shown).toBe('history\nread_file\n--dry-run\n\n');
  }, 30_000);

  it.skipIf(!has('fish'))(
    'completes in a real fish',
    () => {
      const script = 'toolbox completion fish | source; complete --do-complete "toolbox describe read_f"';
      const shown = execFileSync('fish', ['--no-config', '-c', script], { env, encoding: 'utf8' });
      expect(shown).toMatch(/^read_file\tReads a file/);
    },
    30_000,
  );

  it.skipIf(!has('zsh'))(
    'has a script that zsh loads',
    () => {
      const script = 'autoload -U compinit && compinit -D; source <(toolbox completion zsh); echo $_comps[toolbox]';
      expect(execFileSync('zsh', ['-f', '-c', script], { env, encoding: 'utf8' })).toContain('_toolbox');
    },
    30_000,
  );

  it('names the shells for a mistyped one', async () => {
    const { code, stderr } = await runToolbox(['completion', 'bsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean bash or zsh?');
  });
});
