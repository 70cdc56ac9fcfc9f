import { describe, expect, it } from 'vitest';
import { toToolDefinitions } from '../../src/index.ts';
import { echoTool } from '../sample-tools.ts';

describe('a root union that contains itself', () => {
  it.each(['openai', 'anthropic', 'gemini', 'mcp'] as const)('is written for %s', (format) => {
    const parameters = { oneOf: [{ $ref: '#' }, { type: 'object', properties: { a: { type: 'string' } } }] };
    expect(toToolDefinitions([{ ...echoTool('odd'), parameters }], { format })).toHaveLength(1);
  });
});
