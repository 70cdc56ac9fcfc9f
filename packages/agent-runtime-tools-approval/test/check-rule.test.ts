import { describe, expect, it } from 'vitest';
import { AutoApprover, checkRule } from '../src/index.ts';
import { Folder } from './fixtures/folder.ts';

describe('checkRule', () => {
  it.each([
    [
      'Bash(npm *)',
      'npm test',
      { offer: { rule: 'Bash(npm *)', covers: expect.stringMatching(/^Bash\(npm \*\) in \//) } },
    ],
    ['Bash', 'npm test', { offer: { rule: 'Bash' } }],
    ['Bash(git *)', 'npm test', { problem: 'the rule Bash(git *) does not cover this call.' }],
    ['Bash(npm *)', 'npm test; ls', { problem: 'the rule Bash(npm *) does not cover this call.' }],
    ['Bash(npm', 'npm test', { problem: expect.stringMatching(/^the rule is not valid: /) }],
    ['', 'npm test', { problem: expect.stringMatching(/^the rule is not valid: /) }],
  ])('judges the rule %j for the command %j', async (rule, command, expected) => {
    using folder = new Folder();
    const approver = new AutoApprover({ workspace: folder.workspace });
    expect(await checkRule(rule, { tool: 'bash', params: { command }, approver })).toMatchObject(expected);
  });
});
