import { Type } from '@ku0/agent-runtime-tools-core';
import type { Route } from './route.ts';

/** Describes the local API. A test compares it with openapi.json. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Studio',
      version: '1',
      description:
        'The local API of the Studio. It listens on 127.0.0.1 only. Every request needs the token that the toolbox prints at ' +
        'its start, as a bearer token.',
    },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function operationOf({ path, summary, query = {}, body, answer }: Route): Record<string, unknown> {
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const parameters = [...inPath, ...inQuery];
  const isStream = path === '/api/events';
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'Success',
        content: { [isStream ? 'text/event-stream' : 'application/json']: { schema: answer } },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: FAILURE } } },
    },
  };
}

const FAILURE = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String(), suggestion: Type.Optional(Type.String()) }),
});
