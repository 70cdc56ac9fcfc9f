import { CAPABILITY_FLAGS, Type } from '@ku0/agent-runtime-tools-core';
import { withBothSpellings } from './spellings.ts';

const text = (description: string, more = {}) => Type.String({ minLength: 1, description, ...more });
const anyObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const closed = { additionalProperties: false };

const flags = Object.fromEntries(CAPABILITY_FLAGS.map((flag) => [flag, Type.Optional(Type.Boolean())]));

const metadata = Type.Object(
  {
    version: Type.Optional(
      text('The version of the tool, as semver', {
        pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
      }),
    ),
    title: Type.Optional(text('A name for people')),
    category: Type.Optional(text('The kind of tool, such as filesystem')),
    tags: Type.Optional(Type.Array(text('A tag'), { description: 'Policies and views select tools by tag' })),
    permissions: Type.Optional(Type.Array(text('A permission'), { description: 'What a caller needs' })),
    isDangerous: Type.Optional(
      Type.Boolean({ description: 'Its changes cannot be undone; every call needs approval' }),
    ),
    requiresApproval: Type.Optional(Type.Boolean({ description: 'Every call needs approval' })),
    capabilities: Type.Optional(Type.Object(flags, { ...closed, description: 'What the tool may do' })),
    annotations: Type.Optional(anyObject('Any other data about the tool')),
  },
  closed,
);

const retry = Type.Object(
  {
    maxAttempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    delayMs: Type.Optional(Type.Number({ minimum: 0 })),
    backoffMultiplier: Type.Optional(Type.Number({ minimum: 0 })),
    maxDelayMs: Type.Optional(Type.Number({ minimum: 0 })),
  },
  closed,
);

const limits = Type.Object(
  {
    timeoutMs: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    concurrency: Type.Optional(Type.Integer({ minimum: 1 })),
    maxOutputChars: Type.Optional(Type.Integer({ minimum: 1 })),
    retry: Type.Optional(retry),
  },
  closed,
);

/** In camelCase only. */
export const specMembers = Type.Object(
  {
    name: text('The name that models call it by', { pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
    description: text('What the tool does, for the model'),
    toolType: text('module, python, shell, sandbox, http, mcp, custom, or a kind of your own'),
    inputSchema: anyObject('The JSON Schema of the arguments: an object'),
    outputSchema: Type.Optional(anyObject('The JSON Schema of the value')),
    implementationConfig: Type.Optional(anyObject('What the executor needs to know')),
    environments: Type.Optional(
      Type.Record(Type.String(), anyObject('Members of implementation_config that differ here'), {
        description: 'By the name of the environment: dev, prod, ...',
      }),
    ),
    limits: Type.Optional(limits),
    metadata: Type.Optional(metadata),
  },
  closed,
);

/** The JSON Schema of one spec, as it is written in a file. Both spellings of every member are accepted. */
export const toolSpecSchema = withBothSpellings(specMembers);

/** The JSON Schema of a file of specs: a list, an object with a list `tools`, or a single spec. For editors. */
export const toolSpecFileSchema = Object.freeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tool specifications',
  anyOf: [
    {
      type: 'object',
      properties: { $schema: { type: 'string' }, tools: { type: 'array', items: { $ref: '#/$defs/tool' } } },
      required: ['tools'],
      additionalProperties: false,
    },
    { type: 'array', items: { $ref: '#/$defs/tool' } },
    { $ref: '#/$defs/tool' },
  ],
  $defs: { tool: toolSpecSchema },
});
