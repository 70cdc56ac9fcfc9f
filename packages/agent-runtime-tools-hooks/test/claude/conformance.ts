import { expect } from 'vitest';
import { ClaudeProject, type HookRun } from './claude-project.ts';

export const WRITE = { path: 'a.txt', content: 'x' };

/** A command that answers with JSON. */
export const answer = (value: object): string => `echo '${JSON.stringify(value)}'`;

export const specific = (fields: object): string =>
  answer({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });

export const before = (...handlers: (string | object)[]): ClaudeProject =>
  new ClaudeProject().settings('PreToolUse', ...handlers);

export const after = (...handlers: (string | object)[]): ClaudeProject =>
  new ClaudeProject().settings('PostToolUse', ...handlers);

export const write = (project: ClaudeProject, options?: Parameters<ClaudeProject['run']>[2]): Promise<HookRun> =>
  project.run('write_file', WRITE, options);

/** A call that a hook denied for this reason: the reason stands behind the hook's name, which holds its command. */
export const blocked = (reason: string): object => ({
  ok: false,
  error: {
    code: 'HOOK_BLOCKED',
    message: expect.stringContaining(`" blocked the call: ${reason}`),
    details: { why: 'denied' },
  },
});
