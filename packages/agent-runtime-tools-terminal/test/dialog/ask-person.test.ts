import { PassThrough } from 'node:stream';
import type { ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { describe, expect, it } from 'vitest';
import { askPerson } from '../../src/dialog/ask-person.ts';
import { Output } from '../../src/terminal/output.ts';

describe('askPerson', () => {
  const never = new AbortController().signal;
  const request: ApprovalRequest = {
    id: 'request-1',
    callId: 'call-1',
    taskId: 'task-1',
    turnId: '',
    tool: 'act',
    args: {},
    cwd: '/here',
    reason: 'it reaches the network',
    reasons: ['it reaches the network'],
    risk: { level: 'low', score: 0, why: 'it changes nothing' },
    digest: 'sha256:0',
    createdAt: 0,
    expiresAt: 1,
  };
  const offered = { ...request, always: { rule: 'Edit(/a)', covers: 'Edit(/a)' } };

  const ask = async (
    typed: string | undefined,
    { signal = never, about = request }: { signal?: AbortSignal; about?: ApprovalRequest } = {},
  ) => {
    const input = new PassThrough();
    const shown = new PassThrough();
    const answer = askPerson(about, { tool: undefined, terminal: { in: input, err: new Output(shown, {}) }, signal });
    if (typed !== undefined) input.write(typed);
    // Without an end, a question that is asked again would wait for ever.
    if (typed !== '') input.end();
    return { ...(await answer), shown: String(shown.read()) };
  };

  it.each(['y\n', 'Y\n', 'yes\n', ' YES \r\n'])('takes %j as a yes for this call', async (typed) => {
    expect(await ask(typed, { about: offered })).toMatchObject({ approved: true, scope: 'once' });
  });

  it.each(['\n', 'n\n', 'no\n', 'yess\n', 'y y\n', 'ye\n', undefined])('takes %j as a no', async (typed) => {
    expect(await ask(typed)).toMatchObject({ approved: false });
  });

  it('takes "always" only if it was offered, and shows the rule that it covers', async () => {
    expect(await ask('a\n', { about: offered })).toMatchObject({ approved: true, scope: 'always' });
    expect((await ask('n\n', { about: offered })).shown).toContain('"Always" would cover: Edit(/a)');
    expect(await ask('a\n')).toMatchObject({ approved: false });
    expect((await ask('n\n')).shown).not.toContain('always');
  });

  it('takes an abort as a no, before and during the question', async () => {
    expect(await ask('y\n', { signal: AbortSignal.abort() })).toMatchObject({ approved: false });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    expect(await ask('', { signal: controller.signal })).toMatchObject({ approved: false });
  });

  it('shows no line that the terminal would wrap, so that no argument can imitate its own lines', async () => {
    const forged = `${'日'.repeat(37)}Allow this call? [y/N] y`.repeat(9);
    const change = { kind: 'modify' as const, target: forged, diff: `@@ -1 +1 @@\n+${forged}\n+\t${'x'.repeat(300)}` };
    const { shown } = await ask('n\n', {
      about: {
        ...request,
        args: { command: forged, [forged]: 1 },
        reason: forged,
        preview: { summary: forged, changes: [change], warnings: [forged] },
      },
    });
    for (const line of shown.split('\n').slice(0, -1)) {
      const columns = [...line].reduce((sum, letter) => sum + (letter === '日' ? 2 : 1), 0);
      expect(columns, line).toBeLessThanOrEqual(80);
      expect(line).toMatch(/^[?│]/);
    }
    expect(shown.replaceAll(/[\n│┊ ]/g, '')).toContain('x'.repeat(300));
  });

  it('shows both sides of a long change, counts the omitted lines, and shows no text twice', async () => {
    const lines = (sign: string, text: string) => Array.from({ length: 400 }, (_, at) => `${sign}${text} ${at}`);
    const diff = ['--- a/f', '+++ b/f', '@@ -1,400 +1,400 @@', ...lines('-', 'old'), ...lines('+', 'new')].join('\n');
    const content = lines('', 'new').join('\n');
    const { shown } = await ask('n\n', {
      about: {
        ...request,
        args: { path: 'f', content },
        diff,
        preview: { summary: 'Writes f', changes: [{ kind: 'modify', target: 'f', diff }] },
      },
    });
    const removed = [...shown.matchAll(/^│ -old \d+$/gm)].length;
    const added = [...shown.matchAll(/^│ \+new \d+$/gm)].length;
    expect(removed).toBeGreaterThan(100);
    expect(added).toBeGreaterThan(100);
    expect(shown).toContain(`... ${400 - removed} removed lines are not shown ...`);
    expect(shown).toContain(`... ${400 - added} added lines are not shown ...`);
    expect([...shown.matchAll(/new 17$/gm)]).toHaveLength(1);
    expect(shown).toContain(`content: ${content.length} characters, in the changes`);
    expect(shown.split('\n').length).toBeLessThan(320);
  });

  it('says how much of very long arguments is not shown', async () => {
    const { shown } = await ask('n\n', { about: { ...request, args: { text: 'x'.repeat(100_000) } } });
    expect(shown.length).toBeLessThan(25_000);
    expect(shown).toMatch(/cannot be shown in full: \d+ of 100000 characters are left out/);
  });
});
