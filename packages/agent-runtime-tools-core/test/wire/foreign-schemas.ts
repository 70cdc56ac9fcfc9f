/** Schemas of the kinds that MCP servers hand out, each named for what is difficult about it. */
export const foreignSchemas: Readonly<Record<string, unknown>> = {
  'pydantic: definitions, optional fields as unions with null': {
    $defs: {
      Priority: { enum: ['low', 'high'], title: 'Priority', type: 'string' },
      Label: {
        properties: {
          name: { type: 'string' },
          color: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        },
        required: ['name'],
        title: 'Label',
        type: 'object',
      },
    },
    properties: {
      title: { title: 'Title', type: 'string' },
      priority: { allOf: [{ $ref: '#/$defs/Priority' }], default: 'low', description: 'How urgent it is.' },
      labels: { anyOf: [{ items: { $ref: '#/$defs/Label' }, type: 'array' }, { type: 'null' }], default: null },
    },
    required: ['title'],
    title: 'create_issueArguments',
    type: 'object',
  },
  'zod 3: draft 7, tuples, closed objects': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      box: { type: 'array', minItems: 2, maxItems: 2, items: [{ type: 'number' }, { type: 'number' }] },
      url: { type: 'string', format: 'uri' },
      again: { $ref: '#/properties/box' },
    },
    required: ['box'],
    additionalProperties: false,
  },
  'at least one of several parameters': {
    type: 'object',
    properties: { id: { type: 'string' }, title: { type: 'string' }, body: { type: 'string' } },
    required: ['id'],
    anyOf: [{ required: ['title'] }, { required: ['body'] }],
  },
  'a union at the root, told apart by a constant': {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'file' }, path: { type: 'string' } },
        required: ['kind', 'path'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { kind: { const: 'url' }, url: { type: 'string', format: 'uri' } },
        required: ['kind', 'url'],
        additionalProperties: false,
      },
    ],
  },
  'OpenAPI 3.0: nullable, draft 4 bounds': {
    type: 'object',
    properties: {
      size: { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true, nullable: true },
      unit: { type: 'string', enum: ['px', 'em'], nullable: true },
    },
  },
  'parameter names with signs in them': {
    type: 'object',
    properties: {
      $filter: { type: 'string', description: 'An OData filter.' },
      'per-page': { type: 'integer' },
      q: { type: 'string' },
    },
    required: ['$filter', 'q'],
    additionalProperties: false,
  },
  'a recursive filter': {
    type: 'object',
    properties: { where: { $ref: '#/definitions/Filter' } },
    required: ['where'],
    definitions: {
      Filter: {
        anyOf: [
          { type: 'object', properties: { field: { type: 'string' }, equals: {} }, required: ['field', 'equals'] },
          {
            type: 'object',
            properties: { and: { type: 'array', items: { $ref: '#/definitions/Filter' } } },
            required: ['and'],
          },
        ],
      },
    },
  },
  'free maps and values of any type': {
    type: 'object',
    properties: {
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
      extra: true,
      none: false,
      list: { type: 'array' },
    },
  },
  'no parameters at all': { type: 'object' },
  'not an object': { type: 'string' },
  nothing: undefined,
};
