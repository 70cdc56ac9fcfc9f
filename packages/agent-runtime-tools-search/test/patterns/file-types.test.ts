import { execFileSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { expect, it } from 'vitest';
import { fileTypes } from '../../src/patterns/file-types.ts';

it('file types are those of the bundled ripgrep', () => {
  const listed = execFileSync(rgPath, ['--no-config', '--type-list'], { encoding: 'utf8' });
  expect([...fileTypes()].map(([name, globs]) => `${name}: ${globs.join(', ')}`)).toEqual(listed.trim().split('\n'));
});
