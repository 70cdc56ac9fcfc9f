import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { fileLoader, formatProblem, SpecError, ToolSpecRegistry } from '../../src/index.ts';
import { EXAMPLE_TOOLS } from '../example-tools.ts';

const spec = (name: string, more = {}) => ({
  name,
  description: `does ${name}`,
  tool_type: 'custom',
  input_schema: { type: 'object', properties: { a: { type: 'string' } } },
  implementation_config: { handler: 'secret-handler' },
  ...more,
});

describe('a spec registry', () => {
  it('lists specs by kind, category and tag, without how they are run', async () => {
    await using folder = await createTestFolder({ 'tools.yaml': EXAMPLE_TOOLS });
    const registry = new ToolSpecRegistry({ loaders: [fileLoader('tools.yaml', { cwd: folder.path })] });
    expect(await registry.loadAll()).toMatchObject({ tools: 2, problems: [] });
    registry.add(spec('tagged', { metadata: { tags: ['web'] } }));
    expect(registry.listSpecs({ toolType: 'python' }).map(({ name }) => name)).toEqual(['file_reader']);
    expect(registry.listSpecs({ category: 'filesystem' }).map(({ name }) => name)).toEqual(['file_reader']);
    expect(registry.listSpecs({ tag: 'web' }).map(({ name }) => name)).toEqual(['tagged']);
    const seen = JSON.stringify([registry.listSpecs(), registry.toOpenAITools(), registry.toMcpTools()]);
    expect(seen).not.toMatch(/secret-handler|file_tools|rm \{path\}/);
    expect(Object.keys(registry.plannerView())).toEqual([]);
  });

  it('writes definitions for OpenAI and MCP', () => {
    const registry = new ToolSpecRegistry().add(spec('a', { metadata: { is_dangerous: true } }));
    expect(registry.toOpenAITools()).toMatchObject([
      { type: 'function', function: { name: 'a', description: 'does a', parameters: { type: 'object' } } },
    ]);
    expect(registry.toMcpTools()).toMatchObject([
      { name: 'a', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false, destructiveHint: true } },
    ]);
  });

  it('gives a definition again only until its spec changes', () => {
    const registry = new ToolSpecRegistry().add(spec('a'));
    const [first] = registry.toOpenAITools();
    expect(registry.toOpenAITools()[0]).toBe(first);
    registry.remove('a');
    registry.add(spec('a', { description: 'another' }));
    expect(registry.toOpenAITools()).toMatchObject([{ function: { description: 'another' } }]);
  });

  it('reports duplicates and version conflicts with both places, and the earlier loader counts', async () => {
    const text = (version: string) =>
      JSON.stringify({ tools: [spec('same'), spec('other', { metadata: { version } })] });
    await using folder = await createTestFolder({ 'a.json': text('1.0.0'), 'b.json': text('2.0.0') });
    const loader = (name: string) => fileLoader(name, { cwd: folder.path });
    const registry = new ToolSpecRegistry({ loaders: [loader('b.json'), loader('a.json')] });
    const { problems, tools } = await registry.loadAll();
    expect(tools).toBe(2);
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(
        /^a\.json:1:\d+: tool same: ignored, because b\.json:1:\d+ has a tool of this name and version 1\.0\.0/,
      ),
      expect.stringMatching(
        /^a\.json:1:\d+: tool other: version 1\.0\.0 is ignored, because b\.json:1:\d+ has version 2\.0\.0/,
      ),
    ]);
    expect(problems.map(({ kind }) => kind)).toEqual(['duplicate', 'version-conflict']);
    expect(registry.get('other')?.metadata.version).toBe('2.0.0');
  });

  it('reports a spec that is there twice in one file', async () => {
    const text = `${EXAMPLE_TOOLS}\n  - name: file_reader\n    description: Again\n    tool_type: module\n    input_schema: {type: object}\n`;
    await using folder = await createTestFolder({ 'tools.yaml': text });
    const registry = new ToolSpecRegistry({ loaders: [fileLoader('tools.yaml', { cwd: folder.path })] });
    expect((await registry.loadAll()).problems.map(formatProblem)).toEqual([
      'tools.yaml:30:5: tool file_reader: ignored, because tools.yaml:3:5 has a tool of this name and version 1.0.0 and comes first',
    ]);
    expect(registry.get('file_reader')?.toolType).toBe('python');
  });

  it('refuses a spec in code that is invalid or already there', () => {
    const registry = new ToolSpecRegistry().add(spec('a'));
    expect(() => registry.add(spec('a'))).toThrow(SpecError);
    expect(() => registry.add({ name: 'b' })).toThrow(/"description" is missing/);
    expect(registry.names()).toEqual(['a']);
  });

  it('tells every listener of a change, also if another one fails', () => {
    const registry = new ToolSpecRegistry();
    const heard: unknown[] = [];
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.once('warning', onWarning);
    registry.onChange(() => {
      throw new Error('mine');
    });
    registry.onChange((changes) => void heard.push(changes));
    registry.add(spec('a'));
    expect(heard).toEqual([{ added: ['a'], removed: [], changed: [] }]);
    process.removeListener('warning', onWarning);
  });

  it('keeps what was loaded when a loader fails later, and recovers', async () => {
    let fails = false;
    const loader = {
      name: 'flaky',
      load: () =>
        fails
          ? Promise.reject(new Error('down'))
          : Promise.resolve([{ id: '1', label: 'flaky', specs: [], problems: [] }]),
    };
    const registry = new ToolSpecRegistry({ loaders: [loader] });
    await registry.loadAll();
    fails = true;
    expect((await registry.loadAll()).problems).toEqual([{ kind: 'unreadable', source: 'flaky', message: 'down' }]);
    fails = false;
    expect((await registry.loadAll()).problems).toEqual([]);
  });
});
