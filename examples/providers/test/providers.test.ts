import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { answer as anthropic } from '../src/anthropic.ts';
import { answer as gemini } from '../src/gemini.ts';
import { server as mcpServer } from '../src/mcp.ts';
import { answer as openAiChat } from '../src/openai-chat.ts';
import { answer as openAiResponses } from '../src/openai-responses.ts';
import { answer as plain } from '../src/plain.ts';
import { scriptedServer } from './scripted-server.ts';

const QUESTION = 'What is 1 + 2?';

describe('the loop', () => {
  it("with OpenAI's Chat Completions", async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } };
    const bad = { id: 'call_2', type: 'function', function: { name: 'ad', arguments: '{}' } };
    await using server = await scriptedServer(
      { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [call, bad] } }] },
      { choices: [{ index: 0, message: { role: 'assistant', content: 'It is 3.' } }] },
    );
    const client = new OpenAI({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
    expect(await openAiChat(client, QUESTION)).toBe('It is 3.');
    expect(server.bodies[0]).toMatchObject({ tools: [{ type: 'function', function: { name: 'add', strict: true } }] });
    expect(server.bodies[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'call_1' }, { id: 'call_2' }] },
        { role: 'tool', tool_call_id: 'call_1', content: '{"sum":3}' },
        { role: 'tool', tool_call_id: 'call_2', content: expect.stringContaining('TOOL_NOT_FOUND') as string },
      ],
    });
  });

  it("with OpenAI's Responses, streamed", async () => {
    const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '' };
    const delta = (text: string) => ({ type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: text });
    const args = '{"a":1,"b":2}';
    await using server = await scriptedServer(
      [
        { type: 'response.output_item.added', item },
        delta(args.slice(0, 5)),
        delta(args.slice(5)),
        { type: 'response.completed', response: { id: 'resp_1', output: [{ ...item, arguments: args }] } },
      ],
      [
        { type: 'response.output_text.delta', delta: 'It is ' },
        { type: 'response.output_text.delta', delta: '3.' },
      ],
    );
    const client = new OpenAI({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
    expect(await openAiResponses(client, QUESTION)).toBe('It is 3.');
    expect(server.bodies[1]).toMatchObject({
      previous_response_id: 'resp_1',
      input: [{ type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: '{"sum":3}' }] }],
    });
  });

  it("with Anthropic's Messages", async () => {
    const block = { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1, b: 'x' } };
    await using server = await scriptedServer(
      { type: 'message', role: 'assistant', content: [block] },
      { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'It is 3.' }] },
    );
    const client = new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
    expect(await anthropic(client, QUESTION)).toBe('It is 3.');
    expect(server.bodies[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ id: 'toolu_1' }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }] },
      ],
    });
  });

  it('with Gemini, which may give no ids', async () => {
    const functionCall = { name: 'add', args: { a: 1, b: 2 } };
    await using server = await scriptedServer(
      { candidates: [{ content: { role: 'model', parts: [{ functionCall }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'It is 3.' }] } }] },
    );
    const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: server.url } });
    expect(await gemini(client, QUESTION)).toBe('It is 3.');
    expect(server.bodies[1]).toMatchObject({
      contents: [
        { role: 'user' },
        { role: 'model' },
        { role: 'user', parts: [{ functionResponse: { name: 'add', response: { output: { sum: 3 } } } }] },
      ],
    });
    expect(JSON.stringify(server.bodies[1])).not.toContain('"id"');
  });

  it('with a client of the Model Context Protocol', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = mcpServer();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    expect((await client.listTools()).tools).toMatchObject([{ name: 'add' }]);
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ type: 'text', text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
      isError: false,
    });
    expect(await client.callTool({ name: 'add', arguments: { a: 1 } })).toMatchObject({ isError: true });
    await client.close();
  });

  it('with any other interface', async () => {
    await using server = await scriptedServer(
      { calls: [{ id: 'c1', name: 'add', arguments: '{"a":1,"b":2,}' }] },
      { text: 'It is 3.' },
    );
    expect(await plain(server.url, QUESTION)).toBe('It is 3.');
    expect(server.bodies[1]).toMatchObject({
      history: [
        {},
        {},
        { callId: 'c1', toolName: 'add', isError: false, content: [{ type: 'json', value: { sum: 3 } }] },
      ],
    });
  });
});
