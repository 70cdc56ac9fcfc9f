import { describe, expect, it } from 'vitest';
import {
  RegistrationError,
  ToolCoordinator,
  Type,
  definePack,
  defineTool,
  ok,
  type ToolIdentity,
  type ToolMiddleware,
} from '../../src/index.ts';

const fetchPage = defineTool({
  name: 'fetch_page',
  title: 'Fetch a page',
  tags: ['network', 'web'],
  annotations: { cost: 2 },
  parameters: Type.Object({}),
  execute: async () => ok('page'),
});
const readNote = defineTool({
  name: 'read_note',
  category: 'notes',
  parameters: Type.Object({}),
  execute: async () => ok('note'),
});
const web = definePack({
  name: 'web',
  version: '1.0.0',
  tags: ['web', 'beta'],
  category: 'internet',
  annotations: { cost: 1, owner: 'team-a' },
  tools: [fetchPage, readNote],
});

/** A middleware that records the identities of tools. */
function recordIdentities(): { look: ToolMiddleware; identities: Map<string, ToolIdentity> } {
  const identities = new Map<string, ToolIdentity>();
  const look: ToolMiddleware = {
    name: 'look',
    execute: (params, context, next) => {
      identities.set(context.tool.name, context.tool);
      return next(params);
    },
  };
  return { look, identities };
}

describe('the identity of a tool', () => {
  it('includes pack, tags, category, title and annotations of the tool and its pack', async () => {
    const { look, identities } = recordIdentities();
    const tools = new ToolCoordinator().use(look).registerPack(web);
    await tools.execute('fetch_page', {});
    await tools.execute('read_note', {});
    expect(identities.get('fetch_page')).toMatchObject({
      pack: 'web',
      title: 'Fetch a page',
      tags: ['network', 'web', 'beta'],
      category: 'internet',
      annotations: { cost: 2, owner: 'team-a' },
    });
    expect(identities.get('read_note')).toMatchObject({ pack: 'web', tags: ['web', 'beta'], category: 'notes' });
    expect(identities.get('read_note')).not.toHaveProperty('title');
  });

  it('omits those that neither tool nor pack has', async () => {
    const { look, identities } = recordIdentities();
    const tools = new ToolCoordinator().use(look).register(readNote);
    await tools.execute('read_note', {});
    expect(Object.keys(identities.get('read_note') ?? {})).toEqual([
      'name',
      'version',
      'capabilities',
      'aliases',
      'category',
    ]);
  });

  it('follows a new version of the pack, even if the handler is the same', async () => {
    const { look, identities } = recordIdentities();
    const tools = new ToolCoordinator().use(look).registerPack(web);
    tools.replacePack({ ...web, tags: ['stable'] });
    await tools.execute('read_note', {});
    expect(identities.get('read_note')?.tags).toEqual(['stable']);
  });

  it('is what views select by', () => {
    const tools = new ToolCoordinator().registerPack(web).register({ ...fetchPage, name: 'ping' });
    expect(tools.view('pack:web').getNames()).toEqual(['fetch_page', 'read_note']);
    expect(tools.view(['tag:network']).getNames()).toEqual(['fetch_page', 'ping']);
    expect(tools.view(['category:notes', 'ping']).getNames()).toEqual(['read_note', 'ping']);
    expect(tools.view('pack:we').getNames()).toEqual([]);
    expect(tools.view(({ pack }) => pack === undefined).getNames()).toEqual(['ping']);
  });

  it('provides the title for MCP clients', () => {
    const tools = new ToolCoordinator().registerPack(web);
    expect(tools.getToolDefinitions({ format: 'mcp' }).map(({ title }) => title)).toEqual([
      'Fetch a page',
      'Read note',
    ]);
  });

  it('refuses tags that are not a list of texts', () => {
    const broken: object = { ...fetchPage, tags: 'network' };
    expect(() => new ToolCoordinator().register(broken as typeof fetchPage)).toThrow(RegistrationError);
  });
});
