import { describe, expect, it } from 'vitest';
import { explainDecision } from '../src/index.ts';
import { Folder } from './fixtures/folder.ts';

describe('explainDecision', () => {
  it('names the decision, the rule and the reasons', async () => {
    using folder = new Folder();
    const options = { permissions: { allow: ['Bash(git log *)'], deny: ['Bash(rm *)'] }, workspace: folder.workspace };
    expect(await explainDecision('bash', { command: 'git log -5' }, options)).toMatchObject({
      decision: 'approve',
      rule: 'Bash(git log *)',
      commands: [{ text: 'git log -5', via: [], action: 'approve', rule: 'Bash(git log *)', concerns: [] }],
    });
    expect(await explainDecision('bash', { command: 'git log; env A=1 rm x' }, options)).toMatchObject({
      decision: 'deny',
      rule: 'Bash(rm *)',
      reasons: [expect.stringContaining('rm x')],
    });
    expect((await explainDecision('bash', { command: 'git log; ls | env A=1 rm x' }, options)).commands).toMatchObject([
      { text: 'git log', action: 'approve', rule: 'Bash(git log *)' },
      { text: 'ls', concerns: [expect.stringContaining('no rule covers')] },
      { text: 'env A=1 rm x', action: 'approve' },
      { text: 'rm x', via: ['env'], action: 'deny', rule: 'Bash(rm *)' },
    ]);
    expect(
      (await explainDecision('bash', { command: 'ls; rm x' }, { ...options, remembered: ['Bash(ls *)', 'Bash(rm *)'] }))
        .commands,
    ).toMatchObject([{ action: 'approve', rule: 'Bash(ls *)' }, { action: 'deny' }]);
    expect(await explainDecision('bash', { command: 'npm test' }, options)).toMatchObject({
      decision: 'ask',
      reasons: [expect.stringContaining('no rule covers npm test')],
      suggestedRule: 'Bash(npm test)',
    });
    expect(await explainDecision('write_file', { path: '../x', content: '' }, options)).toMatchObject({
      decision: 'ask',
      risk: { level: 'high' },
      paths: [{ access: 'write', place: 'outside' }],
    });
  });
});
