import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fileLoader,
  formatProblem,
  httpExecutor,
  openApiReader,
  ToolSpecRegistry,
  UnifiedToolExecutor,
  type OpenApiReaderOptions,
} from '../../src/index.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
const auth = { key: { secret: 'PETS_KEY' } };

async function petTools(options: OpenApiReaderOptions = { auth }) {
  const loader = fileLoader('pets.yaml', { cwd: fixtures, read: openApiReader(options) });
  const registry = new ToolSpecRegistry({ loaders: [loader] });
  const { problems } = await registry.loadAll();
  return { registry, problems: problems.map(formatProblem) };
}

describe('an OpenAPI document', () => {
  it('becomes a tool for each operation', async () => {
    const { registry } = await petTools();
    expect(registry.names()).toEqual(['listPets', 'create_pet', 'delete_pets_petId']);
    expect(registry.get('listPets')).toMatchObject({
      description: 'List all pets',
      inputSchema: {
        type: 'object',
        properties: {
          limit: { type: 'integer', description: 'At most this many' },
          filter_kind_: { type: 'array' },
          'X-Trace': { type: 'string' },
        },
        additionalProperties: false,
      },
      outputSchema: { type: 'array', items: { $ref: '#/$defs/Pet' }, $defs: { Pet: { type: 'object' } } },
      implementationConfig: {
        method: 'GET',
        url: 'http://pets.example/api/pets',
        query: { limit: '{limit}', 'filter[kind]': '{filter_kind_}' },
        headers: { 'X-Trace': '{X-Trace}' },
      },
      metadata: { version: '2.1.0', category: 'pets', tags: ['pets'], requiresApproval: false, isDangerous: false },
    });
    expect(registry.get('create_pet')).toMatchObject({
      inputSchema: {
        required: ['body'],
        properties: { body: { $ref: '#/$defs/Pet' } },
        $defs: { Pet: { properties: { parent: { $ref: '#/$defs/Pet' } } } },
      },
      implementationConfig: {
        method: 'POST',
        body: '{body}',
        auth: { type: 'header', name: 'X-Key', secret: 'PETS_KEY' },
      },
      metadata: { requiresApproval: true, isDangerous: false },
    });
    expect(registry.get('delete_pets_petId')?.metadata.isDangerous).toBe(true);
  });

  it('is reported with the line of an operation that cannot become one', async () => {
    const { problems } = await petTools();
    expect(problems).toEqual([
      'pets.yaml:31:5: tool uploadPet: the body is multipart/form-data, which is not supported',
      'pets.yaml:37:5: tool getPrivate: it needs unknown: name the secret in auth',
    ]);
    expect((await petTools({})).registry.names()).toEqual(['listPets']);
  });

  it('gives only the operations that the host includes, with its prefix', async () => {
    const { registry, problems } = await petTools({ prefix: 'pet_', include: ({ method }) => method === 'get', auth });
    expect(registry.names()).toEqual(['pet_listPets']);
    expect(problems).toHaveLength(1);
  });

  it('is refused if it is another version, or has references that lead nowhere', async () => {
    const read = openApiReader();
    expect(await read('openapi: 3.0.3', 'a.yaml')).toMatchObject({
      problems: [{ kind: 'syntax', message: 'only OpenAPI 3.1 is read, not "3.0.3"' }],
    });
    const text = readFileSync(join(fixtures, 'pets.yaml'), 'utf8');
    for (const target of ['#/components/nothing', 'https://other.example/x.json#/a', 'file:///etc/passwd']) {
      const { specs, problems } = await read(
        text.replace("'#/components/parameters/limit'", `'${target}'`),
        'pets.yaml',
      );
      expect(specs.map(({ spec }) => spec.name)).not.toContain('listPets');
      expect(problems[0]?.message).toContain('leads');
    }
  });

  it('is called like any other tool', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push([request.method, request.url, request.headers['x-trace']]);
      response.setHeader('content-type', 'application/json').end('[{"name": "Rex"}]');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const { registry } = await petTools({ serverUrl: `http://${host}/v1/`, auth });
    const executor = new UnifiedToolExecutor({
      specRegistry: registry,
      executors: [httpExecutor({ secrets: { PETS_KEY: 'k' }, network: { allowPrivate: [host] } })],
    });
    const args = { limit: 2, filter_kind_: ['cat', 'dog'], 'X-Trace': 't' };
    expect(await executor.execute('listPets', args)).toMatchObject({ ok: true, value: [{ name: 'Rex' }] });
    expect(seen).toEqual([['GET', '/v1/pets?limit=2&filter%5Bkind%5D=cat&filter%5Bkind%5D=dog', 't']]);
    expect(await executor.execute('create_pet', { body: { name: 'Rex' } })).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(await executor.execute('create_pet', { body: {} })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    await executor.shutdown();
    server.close();
  });
});
