import { Type, type Static } from '@ku0/agent-runtime-tools-core';

const closed = { additionalProperties: false };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const templates = (description: string) => Type.Record(Type.String(), Type.String(), { description });

const auth = Type.Object(
  {
    type: Type.Union([Type.Literal('bearer'), Type.Literal('basic'), Type.Literal('header'), Type.Literal('query')]),
    secret: Type.String({ minLength: 1, description: 'The name of the secret, which the host keeps' }),
    name: Type.Optional(Type.String({ minLength: 1, description: 'Of the header or the query parameter' })),
    username: Type.Optional(Type.String({ description: 'For basic; the secret is the password' })),
  },
  closed,
);

const response = Type.Object(
  {
    type: Type.Optional(
      Type.Union([Type.Literal('json'), Type.Literal('text')], { description: 'Default: as the server says' }),
    ),
    path: Type.Optional(Type.String({ description: 'A JSON pointer to the value: /data/items' })),
    maxBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
);

/** The `implementation_config` of the kind `http`. */
export const httpConfigSchema = Type.Object(
  {
    method: Type.Optional(Type.Union(METHODS.map((method) => Type.Literal(method)))),
    url: Type.String({ minLength: 1, description: 'With {name} in the path and the query, never in the host' }),
    query: Type.Optional(templates('Query parameters; one whose value was not given is left out')),
    headers: Type.Optional(templates('Headers of the request')),
    body: Type.Optional(Type.Unknown({ description: 'JSON in which "{name}" is the value of a parameter' })),
    bodyType: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('form'), Type.Literal('text')])),
    auth: Type.Optional(auth),
    response: Type.Optional(response),
  },
  closed,
);

export type HttpConfig = Static<typeof httpConfigSchema>;
