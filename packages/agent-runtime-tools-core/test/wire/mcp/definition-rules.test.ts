import { describe, expect, it } from 'vitest';
import { checkMcpDefinition } from '../../../src/wire/mcp/definition-rules.ts';

const base = { name: 'a', description: 'A.', inputSchema: { type: 'object' } };

describe('checkMcpDefinition', () => {
  it("accepts the specification's own examples", () => {
    const examples = [
      {
        name: 'get_weather',
        title: 'Weather Information Provider',
        description: 'Get current weather information for a location',
        inputSchema: {
          type: 'object',
          properties: { location: { type: 'string', description: 'City name or zip code' } },
          required: ['location'],
        },
        icons: [{ src: 'https://example.com/weather-icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
      },
      {
        name: 'get_current_time',
        description: 'Returns the current server time',
        inputSchema: { type: 'object', additionalProperties: false },
      },
      { name: 'admin.tools.list', inputSchema: { type: 'object' } },
    ];
    for (const example of examples) expect(checkMcpDefinition(example)).toEqual([]);
  });

  const refused: Record<string, unknown> = {
    'a name with a space': { ...base, name: 'a b' },
    'a name of more than 128 characters': { ...base, name: 'x'.repeat(129) },
    'no input schema': { name: 'a' },
    'an input that is not an object': { ...base, inputSchema: { type: 'array' } },
    'an input without a type': { ...base, inputSchema: { anyOf: [{ type: 'object' }] } },
    'an output that is not an object': { ...base, outputSchema: { type: 'string' } },
    'a property that is not an object': { ...base, inputSchema: { type: 'object', properties: { a: true } } },
    'a hint that is not a boolean': { ...base, annotations: { readOnlyHint: 'yes' } },
    'a hint that is not known': { ...base, annotations: { safe: true } },
    'a field that is not known': { ...base, parameters: {} },
    'a title that is not text': { ...base, title: 1 },
  };
  for (const [what, definition] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      expect(checkMcpDefinition(definition)).not.toEqual([]);
    });
  }
});
