import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { interruptedResults, openCalls, type Message } from '../src/conversation.ts';
import { Transcript } from '../src/transcript.ts';

const START = { taskId: 't', folder: '/shop', model: 'm' };
const hello: Message = { role: 'user', content: 'Hello' };
const calls: Message = {
  role: 'assistant',
  content: '',
  tool_calls: ['1', '2'].map((id) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } })),
};

async function file(): Promise<string> {
  const folder = await createTestFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, 'deep', 't.jsonl');
}

describe('a transcript', () => {
  it('is private, and gives back what was written', async () => {
    const path = await file();
    const transcript = Transcript.create(path, START);
    transcript.append({ type: 'message', message: hello });
    transcript.append({ type: 'mode', mode: 'plan' });
    transcript.append({ type: 'usage', turns: 1, tokens: 5 });
    transcript.append({ type: 'usage', turns: 2, tokens: 9 });
    transcript.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { state, transcript: again } = Transcript.resume(path);
    again.close();
    expect(state).toEqual({
      taskId: 't',
      folder: '/shop',
      messages: [hello],
      mode: 'plan',
      todos: [],
      usage: { turns: 2, tokens: 9 },
    });
  });

  it('survives a line that was cut off, and keeps later records whole', async () => {
    const path = await file();
    Transcript.create(path, START).close();
    appendFileSync(path, '{"type":"message","mess');
    const first = Transcript.resume(path);
    expect(first.state.messages).toEqual([]);
    first.transcript.append({ type: 'message', message: hello });
    first.transcript.close();
    const second = Transcript.resume(path);
    second.transcript.close();
    expect(second.state.messages).toEqual([hello]);
    expect(readFileSync(path, 'utf8')).toContain('"mess\n{"type"');
  });

  it('is never overwritten, and nothing else is taken for one', async () => {
    const path = await file();
    Transcript.create(path, START).close();
    expect(() => Transcript.create(path, START)).toThrow('EEXIST');
    writeFileSync(path, '{"type":"message"}\n');
    expect(() => Transcript.resume(path)).toThrow('not a transcript');
  });
});

describe('a call without a result', () => {
  it('is found in the last answer only, and gets a result that says so', () => {
    const result: Message = { role: 'tool', tool_call_id: '1', content: 'text' };
    expect(openCalls([hello])).toEqual([]);
    expect(openCalls([hello, calls, result])).toEqual(['2']);
    expect(interruptedResults([calls, result])).toMatchObject([
      { role: 'tool', tool_call_id: '2', content: /INTERRUPTED/ },
    ]);
  });
});
