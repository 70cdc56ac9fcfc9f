import type Anthropic from '@anthropic-ai/sdk';
import type { Content, FunctionCall, Part } from '@google/genai';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, toToolCalls, type ToolResult } from '../../src/index.ts';

const photo = defineTool({
  name: 'photo',
  parameters: Type.Object({}),
  execute: async () => ok('a cat'),
  toModelOutput: (text) => [
    { type: 'text', text },
    { type: 'image', data: 'AAAA', mediaType: 'image/png' },
  ],
});
const count = defineTool({
  name: 'count',
  parameters: Type.Object({ n: Type.Integer() }),
  output: Type.Object({ n: Type.Integer() }),
  execute: async ({ n }) => ok({ n }),
});
const tools = new ToolCoordinator().register(photo).register(count);

async function results(): Promise<ToolResult[]> {
  return tools.executeAll([
    { callId: 'c1', name: 'photo', params: {} },
    { callId: 'c2', name: 'count', params: { n: 'x' } },
    { callId: 'c3', name: 'count', params: '{"n":3}' },
  ]);
}

describe('results as messages', () => {
  it("of OpenAI's Chat Completions are text, with images after them", async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = tools.toToolMessages(await results(), { format: 'openai' });
    expect(messages).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'a cat\n[image: image/png]' },
      { role: 'tool', tool_call_id: 'c2', content: expect.stringContaining('VALIDATION_ERROR') as string },
      { role: 'tool', tool_call_id: 'c3', content: '{"n":3}' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
    ]);
  });

  it("of OpenAI's Responses are items", async () => {
    const items: OpenAI.Responses.ResponseInputItem[] = tools.toToolMessages(await results(), {
      format: 'openai-responses',
    });
    expect(items[0]).toEqual({
      type: 'function_call_output',
      call_id: 'c1',
      output: [
        { type: 'input_text', text: 'a cat' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
      ],
    });
    expect(items).toHaveLength(3);
  });

  it('for Anthropic are blocks of one message, with errors marked', async () => {
    const messages: Anthropic.MessageParam[] = tools.toToolMessages(await results(), { format: 'anthropic' });
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            is_error: false,
            content: [
              { type: 'text' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            ],
          },
          { tool_use_id: 'c2', is_error: true },
          { tool_use_id: 'c3', is_error: false, content: [{ type: 'text', text: '{"n":3}' }] },
        ],
      },
    ]);
  });

  it('for Gemini are parts of one content', async () => {
    const contents: Content[] = tools.toToolMessages(await results(), { format: 'gemini' });
    expect(contents).toMatchObject([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'photo', response: { output: 'a cat\n[image: image/png]' } } },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { functionResponse: { id: 'c2', name: 'count', response: { error: expect.any(String) as string } } },
          { functionResponse: { id: 'c3', name: 'count', response: { output: { n: 3 } } } },
        ],
      },
    ]);
  });

  it('for the Model Context Protocol contain the value if the tool has an output schema', async () => {
    const [first, second, third]: CallToolResult[] = tools.toToolMessages(await results(), { format: 'mcp' });
    expect(first).toEqual({
      content: [
        { type: 'text', text: 'a cat' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      isError: false,
    });
    expect(second).toMatchObject({ isError: true });
    expect(second).not.toHaveProperty('structuredContent');
    expect(third).toMatchObject({ structuredContent: { n: 3 }, isError: false });
  });

  it('for other hosts contain the parts as they are', async () => {
    const [first, second, third] = tools.toToolMessages(await results(), { format: 'json-schema' });
    expect(first).toEqual({
      callId: 'c1',
      toolName: 'photo',
      isError: false,
      content: [
        { type: 'text', text: 'a cat' },
        { type: 'image', data: 'AAAA', mediaType: 'image/png' },
      ],
    });
    expect(second).toMatchObject({ callId: 'c2', toolName: 'count', isError: true });
    expect(third).toMatchObject({ callId: 'c3', isError: false, content: [{ type: 'json', value: { n: 3 } }] });
  });

  it('contain audio and documents where the format has them, and text elsewhere', async () => {
    const album = defineTool({
      name: 'album',
      parameters: Type.Object({}),
      execute: async () => ok('an album'),
      toModelOutput: () => [
        { type: 'audio', data: 'BBBB', mediaType: 'audio/wav' },
        { type: 'resource', uri: 'album://1', mediaType: 'text/plain', text: 'one song' },
        { type: 'resource', uri: 'album://2', data: 'CCCC' },
      ],
    });
    const player = new ToolCoordinator().register(album);
    const played = [await player.execute('album', {}, { callId: 'c1' })];
    const [result]: CallToolResult[] = player.toToolMessages(played, { format: 'mcp' });
    expect(result?.content).toEqual([
      { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'album://1', mimeType: 'text/plain', text: 'one song' } },
      { type: 'resource', resource: { uri: 'album://2', blob: 'CCCC' } },
    ]);
    const text = '[audio: audio/wav]\none song\n[resource: album://2]';
    expect(player.toToolMessages(played, { format: 'openai' })).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: text },
    ]);
    expect(player.toToolMessages(played, { format: 'gemini' })).toMatchObject([
      {
        parts: [
          { functionResponse: { response: { output: text } } },
          { inlineData: { mimeType: 'audio/wav', data: 'BBBB' } },
        ],
      },
    ]);
  });

  it('are empty without results, and an unknown format throws', () => {
    for (const format of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'] as const)
      expect(tools.toToolMessages([], { format })).toEqual([]);
    expect(() => tools.toToolMessages([], { format: 'cohere' as never })).toThrow(/no format "cohere"/);
    expect(() => toToolCalls({}, { format: 'cohere' as never })).toThrow(/no format "cohere"/);
  });
});

describe('calls in an answer', () => {
  const expected = [
    { callId: 'c1', name: 'count', params: '{"n":3}' },
    { callId: 'c2', name: 'photo', params: '{}' },
  ];

  it('are read from streamed deltas of Chat Completions', () => {
    type Choice = OpenAI.ChatCompletionChunk.Choice;
    const chunk = (...choices: Choice[]): OpenAI.ChatCompletionChunk => ({
      id: 'answer',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'gpt-5',
      choices,
    });
    const piece = (call: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): OpenAI.ChatCompletionChunk =>
      chunk({ index: 0, finish_reason: null, delta: { tool_calls: [call] } });
    const chunks = [
      chunk({ index: 0, finish_reason: null, delta: { role: 'assistant', content: null } }),
      piece({ index: 0, id: 'c1', type: 'function', function: { name: 'count', arguments: '' } }),
      piece({ index: 0, function: { arguments: '{"n"' } }),
      piece({ index: 1, id: 'c2', type: 'function', function: { name: 'photo', arguments: '' } }),
      piece({ index: 0, function: { arguments: ':3}' } }),
      chunk({ index: 0, finish_reason: 'tool_calls', delta: {} }),
      chunk(),
    ];
    expect(toToolCalls(chunks, { format: 'openai' })).toEqual(expected);
    const message: OpenAI.ChatCompletionMessage = {
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'count', arguments: '{"n":3}' } }],
    };
    expect(toToolCalls(message, { format: 'openai' })).toEqual(expected.slice(0, 1));
    expect(toToolCalls({ choices: [{ index: 0, message }] }, { format: 'openai' })).toEqual(expected.slice(0, 1));
  });

  it('are only those of the first of several alternative answers', () => {
    const delta = (index: number, text: string): object => ({
      choices: [{ index, delta: { tool_calls: [{ index: 0, function: { name: 'count', arguments: text } }] } }],
    });
    expect(toToolCalls([delta(1, '{"n":1}'), delta(0, '{"n":0}')], { format: 'openai' })).toEqual([
      { name: 'count', params: '{"n":0}' },
    ]);
    const choices = [0, 1].map((index) => ({
      index,
      message: { tool_calls: [{ id: `c${index}`, function: { name: 'photo', arguments: '{}' } }] },
    }));
    expect(toToolCalls({ choices }, { format: 'openai' })).toMatchObject([{ callId: 'c0' }]);
    const candidates = [1, 0].map((index) => ({
      index,
      content: { parts: [{ functionCall: { id: `c${index}`, name: 'photo' } }] },
    }));
    expect(toToolCalls({ candidates }, { format: 'gemini' })).toMatchObject([{ callId: 'c0' }]);
  });

  it('are read from events of Responses, each once', () => {
    const item: OpenAI.Responses.ResponseFunctionToolCall = {
      type: 'function_call',
      id: 'i1',
      call_id: 'c1',
      name: 'count',
      arguments: '{"n":3}',
    };
    const at = { item_id: 'i1', output_index: 0, sequence_number: 1 };
    const streamed: OpenAI.Responses.ResponseStreamEvent[] = [
      { ...at, type: 'response.output_item.added', item: { ...item, arguments: '' } },
      { ...at, type: 'response.function_call_arguments.delta', delta: '{"n":3}' },
      { ...at, type: 'response.function_call_arguments.done', arguments: '{"n":3}' },
      { ...at, type: 'response.output_item.done', item },
    ];
    const events = [...streamed, { type: 'response.completed', response: { output: [{ type: 'reasoning' }, item] } }];
    for (const length of [2, 4, 5])
      expect(toToolCalls(events.slice(0, length), { format: 'openai-responses' })).toEqual(expected.slice(0, 1));
    expect(toToolCalls({ output: [item] }, { format: 'openai-responses' })).toEqual(expected.slice(0, 1));
    expect(toToolCalls([item], { format: 'openai-responses' })).toEqual(expected.slice(0, 1));
  });

  it('are read from events of Anthropic', () => {
    const toolUse = (id: string, name: string): Anthropic.ToolUseBlock => ({
      type: 'tool_use',
      id,
      name,
      input: {},
      caller: { type: 'direct' },
    });
    const events: Anthropic.RawMessageStreamEvent[] = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: null } },
      { type: 'content_block_start', index: 1, content_block: toolUse('c1', 'count') },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"n":' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '3}' } },
      { type: 'content_block_start', index: 2, content_block: toolUse('c2', 'photo') },
      { type: 'content_block_stop', index: 2 },
    ];
    expect(toToolCalls(events, { format: 'anthropic' })).toEqual(expected);
    const content = [
      { type: 'text', text: 'Well.' },
      { type: 'tool_use', id: 'c1', name: 'count', input: { n: 3 } },
    ];
    expect(toToolCalls({ content }, { format: 'anthropic' })).toEqual([
      { callId: 'c1', name: 'count', params: { n: 3 } },
    ]);
  });

  it('are read from chunks of Gemini, with a placeholder id for a call without one', () => {
    const chunk = (functionCall: FunctionCall): object => {
      const parts: Part[] = [{ text: 'x' }, { functionCall }];
      return { candidates: [{ content: { parts } }] };
    };
    const calls = toToolCalls([chunk({ id: 'c1', name: 'count', args: { n: 3 } }), chunk({ name: 'photo' })], {
      format: 'gemini',
    });
    expect(calls).toEqual([
      { callId: 'c1', name: 'count', params: { n: 3 } },
      { callId: expect.any(String) as string, name: 'photo', params: {} },
    ]);
  });

  it('are read from Gemini when it streams arguments value by value', () => {
    const pieces: FunctionCall[] = [
      { name: 'photo', id: 'c0', args: { size: 1 } },
      { name: 'count', id: 'c1', willContinue: true },
      { partialArgs: [{ jsonPath: '$.path', stringValue: 'src/', willContinue: true }], willContinue: true },
      {
        partialArgs: [
          { jsonPath: '$.path', stringValue: 'a.ts' },
          { jsonPath: '$.lines[0].from', numberValue: 3 },
          { jsonPath: "$.lines[1]['the end']", nullValue: 'NULL_VALUE' },
          { jsonPath: '$["deep"].yes', boolValue: true },
        ],
        willContinue: true,
      },
      {},
      { name: 'photo', id: 'c2', partialArgs: [{ jsonPath: '$.size', numberValue: 2 }] },
    ];
    const chunks = pieces.map((functionCall) => ({ candidates: [{ content: { parts: [{ functionCall }] } }] }));
    expect(toToolCalls(chunks, { format: 'gemini' })).toEqual([
      { callId: 'c0', name: 'photo', params: { size: 1 } },
      {
        callId: 'c1',
        name: 'count',
        params: { path: 'src/a.ts', lines: [{ from: 3 }, { 'the end': null }], deep: { yes: true } },
      },
      { callId: 'c2', name: 'photo', params: { size: 2 } },
    ]);
  });

  it('leave out streamed values whose path cannot be followed', () => {
    const paths = ['', 'n', '$', '$[0]', '$.list[7]', '$.a[', '$..n', `$${'.a'.repeat(100)}`, '$.text.below[0]'];
    const partialArgs = paths.map((jsonPath) => ({ jsonPath, numberValue: 1 }));
    const functionCall = {
      name: 'count',
      partialArgs: [
        { jsonPath: '$.__proto__.polluted', boolValue: true },
        { jsonPath: '$.list[0]', numberValue: 1 },
        ...partialArgs,
        { jsonPath: '$.n', numberValue: 3 },
        { jsonPath: '$.none' },
      ],
    };
    const [call] = toToolCalls({ parts: [{ functionCall }] }, { format: 'gemini' });
    expect(JSON.stringify(call?.params)).toBe('{"__proto__":{"polluted":true},"list":[1],"text":{"below":[1]},"n":3}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('are read from requests of the Model Context Protocol, and from plain lists', () => {
    const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'count', arguments: { n: 3 } } };
    expect(toToolCalls(request, { format: 'mcp' })).toEqual([{ callId: '7', name: 'count', params: { n: 3 } }]);
    expect(toToolCalls([{ id: 'c1', name: 'count', arguments: '{"n":3}' }], { format: 'json-schema' })).toEqual(
      expected.slice(0, 1),
    );
  });

  it('are not found in other values', () => {
    const hostile = [
      null,
      undefined,
      'text',
      7,
      [],
      [null, 3],
      { choices: 'x' },
      { choices: [null, {}] },
      { tool_calls: [{}] },
    ];
    const more = [{ output: [{ type: 'function_call' }] }, { content: [{ type: 'tool_use' }] }, { candidates: [{}] }];
    for (const format of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'] as const)
      for (const message of [...hostile, ...more]) expect(toToolCalls(message, { format })).toEqual([]);
  });
});
