import { describe, expect, it } from 'vitest';
import { decisionOn } from '../../fixtures/custom-tools.ts';
import { Folder } from '../../fixtures/folder.ts';

describe('a command that a rule covers', () => {
  const options = { permissions: { allow: ['Bash(npm test)', 'Bash(git log *)', 'Bash(git log)'] } };

  it.each<[string, string, unknown]>([
    ['arguments that are one text', 'run_command', { command: 'git log', args: '--output=x' }],
    ['arguments that are an object', 'run_command', { command: 'git log', args: { 0: '--output=x' } }],
    ['arguments that are lists', 'run_command', { command: 'git', args: ['log', ['--output=x']] }],
    ['words and arguments', 'run_command', { command: ['git', 'log'], args: ['--output=x'] }],
    ['a folder that is a list', 'run_command', { command: 'npm test', cwd: ['/etc'] }],
    ['a folder that is a number', 'run_command', { command: 'npm test', cwd: 5 }],
    ['the home folder', 'run_command', { command: 'npm test', cwd: '~' }],
    ['a folder of another name', 'bash', { command: 'npm test', directory: '/tmp' }],
    ['a folder by the end of its name', 'run_shell_command', { command: 'npm test', dir_path: '/tmp' }],
    ['variables in a text', 'run_command', { command: 'npm test', env: 'PATH=/tmp' }],
    ['variables in a list', 'run_command', { command: 'npm test', env: ['PATH=/tmp'] }],
    ['variables of another name', 'run_command', { command: 'npm test', environment: { PATH: '/tmp' } }],
    ['a shell that is a list', 'run_command', { command: 'npm test', shell: ['/tmp/x'] }],
    ['another interpreter', 'run_command', { command: 'npm test', executable: '/tmp/x' }],
  ])('asks when it comes with %s', async (_, tool, params) => {
    using folder = new Folder();
    expect(await decisionOn(folder, options, tool, params)).toBe('ask');
  });

  it('is approved with what is harmless', async () => {
    using folder = new Folder({ 'sub/x': '' });
    const params = { command: 'npm test', cwd: 'sub', timeout: 5, args: [], env: { CI: '1' }, shell: true };
    expect(await decisionOn(folder, options, 'run_command', params)).toBe('approve');
  });
});
