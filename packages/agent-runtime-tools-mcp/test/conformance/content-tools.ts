import { defineTool, errorCatalogue, fail, ok, Type, type ContentPart } from '@ku0/agent-runtime-tools-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** One red pixel as a PNG, and an empty WAV file. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const errors = errorCatalogue({
  INTENDED: { kind: 'user_error', message: 'This tool intentionally returns an error for testing' },
});

/** A tool that answers with these parts. */
function showing(name: string, parts: readonly ContentPart[]) {
  return defineTool({
    name,
    description: `Answers with ${parts.map(({ type }) => type).join(', ')}`,
    parameters: Type.Object({}),
    execute: async () => ok({}),
    toModelOutput: () => [...parts],
  });
}

/** The tools of the conformance suite that answer without asking anything. */
export const contentTools = [
  showing('test_simple_text', [{ type: 'text', text: 'This is a simple text response for testing.' }]),
  showing('test_image_content', [{ type: 'image', data: PIXEL, mediaType: 'image/png' }]),
  showing('test_audio_content', [{ type: 'audio', data: SILENCE, mediaType: 'audio/wav' }]),
  showing('test_embedded_resource', [
    {
      type: 'resource',
      uri: 'test://embedded-resource',
      mediaType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  ]),
  showing('test_multiple_content_types', [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', data: PIXEL, mediaType: 'image/png' },
    {
      type: 'resource',
      uri: 'test://mixed-content-resource',
      mediaType: 'application/json',
      text: '{"test":"data","value":123}',
    },
  ]),
  defineTool({
    name: 'test_error_handling',
    parameters: Type.Object({}),
    execute: async () => fail(errors.INTENDED()),
  }),
  ...['test_tool_with_logging', 'test_logging_tool'].map((name) =>
    defineTool({
      name,
      parameters: Type.Object({}),
      async execute(_, { emitOutput }) {
        for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          emitOutput(text);
          await sleep(50);
        }
        return ok('Tool with logging executed successfully');
      },
    }),
  ),
  defineTool({
    name: 'test_tool_with_progress',
    parameters: Type.Object({}),
    async execute(_, { emitProgress }) {
      for (const done of [0, 50, 100]) {
        emitProgress(done, 100, `Completed step ${done} of 100`);
        await sleep(50);
      }
      return ok('done');
    },
  }),
  defineTool({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    parameters: Type.Unsafe<object>({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    }),
    execute: async (params) => ok(params),
  }),
];
