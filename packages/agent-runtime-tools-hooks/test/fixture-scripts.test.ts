import { join } from 'node:path';
import type { AnyActivityEvent, ApprovalState, ToolResult } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks, type HookType } from '../src/index.ts';
import { approver, noteTools } from './note-tool.ts';

const folder = join(import.meta.dirname, 'fixtures/scripts');
const LANGUAGES = [
  ['bash', `bash '${folder}/hook.sh'`],
  ['python', `python3 '${folder}/hook.py'`],
  ['node', `'${process.execPath}' '${folder}/hook.mjs'`],
] as const;

interface Run {
  readonly result: ToolResult;
  readonly texts: readonly string[];
  readonly events: readonly AnyActivityEvent[];
  readonly approvals: readonly ApprovalState[];
}

async function run(type: HookType, command: string, text = 'a'): Promise<Run> {
  const notes = { texts: [] };
  const approvals: ApprovalState[] = [];
  const tools = noteTools(notes)
    .use(hooks({ name: 'script', type, toolPatterns: ['note'], command, timeoutMs: 20_000 }))
    .use(approver(approvals));
  const events: AnyActivityEvent[] = [];
  tools.activity.subscribe('hook_end', (event) => void events.push(event));
  const result: ToolResult = await tools.execute('note', { text });
  await tools.shutdownAll();
  return { result, texts: notes.texts, events, approvals };
}

describe.each(LANGUAGES)('a hook in %s', (language, script) => {
  describe('before the tool', () => {
    const before = (outcome: string): Promise<Run> => run('PreToolUse', `${script} ${outcome}`);

    it('lets the call go on when it says nothing', async () => {
      const { result, texts } = await before('nothing');
      expect(result).toMatchObject({ ok: true, value: 'noted a' });
      expect(result.metadata.contextModifications).toBeUndefined();
      expect(texts).toEqual(['a']);
    });

    it.each(['text', 'context'])('adds its %s to the conversation', async (outcome) => {
      const { result, events } = await before(outcome);
      expect(result).toMatchObject({ ok: true, metadata: { contextModifications: [`${language} saw before`] } });
      expect(events).toMatchObject([{ data: { decision: 'none', context: `${language} saw before`, hook: 'script' } }]);
    });

    it('cancels the call', async () => {
      const { result, texts, events } = await before('cancel');
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'denied' } } });
      expect(result.ok || result.error.message).toContain(`${language} says no before`);
      expect(texts).toEqual([]);
      expect(events).toMatchObject([{ data: { decision: 'deny' } }]);
    });

    it('cancels in the name of a person', async () => {
      const { result } = await before('person');
      expect(result).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED', details: { by: 'person' } } });
    });

    it('blocks with exit code 2 and its stderr', async () => {
      const { result, texts } = await before('exit-2');
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
      expect(result.ok || result.error.message).toContain(`${language} blocks before`);
      expect(texts).toEqual([]);
    });

    it.each(['exit-1', 'garbage'])('blocks by failing: %s', async (outcome) => {
      const { result, texts, events } = await before(outcome);
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'failed' } } });
      expect(texts).toEqual([]);
      expect(events).toMatchObject([{ data: { decision: 'failed', reason: expect.any(String) } }]);
    });

    it('rewrites the parameters', async () => {
      const { texts, events } = await before('rewrite');
      expect(texts).toEqual([`from ${language}`]);
      expect(events).toMatchObject([{ data: { changedParameters: true } }]);
    });

    it('asks for a person, or advises that none is needed', async () => {
      const asked = await before('ask');
      expect(asked.approvals).toMatchObject([{ required: true, demanded: expect.stringContaining('is not sure') }]);
      const allowed = await before('allow');
      expect(allowed.approvals).toMatchObject([{ required: false, advice: { by: 'hook:script' } }]);
    });
  });

  describe('after the tool', () => {
    const after = (outcome: string): Promise<Run> => run('PostToolUse', `${script} ${outcome}`);

    it('leaves the result alone when it says nothing', async () => {
      expect((await after('nothing')).result).toMatchObject({ ok: true, value: 'noted a' });
    });

    it.each([
      ['text', 'saw after'],
      ['context', 'saw after'],
      ['exit-2', 'blocks after'],
    ])('adds to the conversation: %s', async (outcome, said) => {
      const { result } = await after(outcome);
      expect(result).toMatchObject({ ok: true, metadata: { contextModifications: [`${language} ${said}`] } });
    });

    it('stops what follows by cancelling', async () => {
      const { result, texts } = await after('cancel');
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_STOPPED' }, metadata: { attempts: 1 } });
      expect(texts).toEqual(['a']);
    });

    it.each(['exit-1', 'garbage'])('changes nothing by failing, but is reported: %s', async (outcome) => {
      const { result } = await after(outcome);
      expect(result).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining('"script" failed')] } });
    });

    it('replaces the value', async () => {
      expect((await after('output')).result).toMatchObject({ ok: true, value: `${language} output` });
    });
  });

  describe('on an error', () => {
    it('is told the code, the message and the stack', async () => {
      const { result } = await run('OnError', `${script} error-text`, 'throw');
      expect(result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR' } });
      const [context] = result.metadata.contextModifications ?? [];
      expect(context).toContain('EXECUTION_ERROR');
      expect(context).toContain('note failed: the note burst');
      expect(context).toContain('RangeError: the note burst');
      expect(context).toContain('note-tool.ts');
    });

    it.each(['context', 'cancel', 'exit-1', 'exit-2', 'garbage', 'nothing'])(
      'leaves the error as it is: %s',
      async (outcome) => {
        const { result } = await run('OnError', `${script} ${outcome}`, 'fail');
        expect(result).toMatchObject({ ok: false, error: { code: 'NO_PAPER', message: 'no paper' } });
      },
    );

    it('does not run after a success', async () => {
      expect((await run('OnError', `${script} context`)).events).toEqual([]);
    });
  });
});
