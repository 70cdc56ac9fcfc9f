import { schemaFaults, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { load } from 'js-yaml';
import { defineToolSpec, formatProblem, parseSource, SpecError, toolSpecFileSchema } from '../../src/index.ts';
import { EXAMPLE_TOOLS } from '../example-tools.ts';

const problemsOf = async (text: string, name = 'tools.yaml'): Promise<string[]> =>
  (await parseSource(text, name)).problems.map(formatProblem);

describe('a file of specs', () => {
  it('is read with all defaults filled in', async () => {
    const { specs, problems } = await parseSource(EXAMPLE_TOOLS, 'tools.yaml');
    expect(problems).toEqual([]);
    expect(specs.map(({ spec }) => spec)).toMatchObject([
      {
        name: 'file_reader',
        toolType: 'python',
        implementationConfig: { module: 'file_tools', function_name: 'read_file' },
        metadata: { version: '1.0.0', category: 'filesystem', isDangerous: false, requiresApproval: false, tags: [] },
      },
      { name: 'dangerous_delete', toolType: 'shell', metadata: { isDangerous: true, requiresApproval: true } },
    ]);
  });

  it('fits the published schema', () => {
    expect(schemaFaults(Type.Unsafe(toolSpecFileSchema), load(EXAMPLE_TOOLS))).toEqual([]);
  });

  it('may be in camelCase, in JSON, a list, or a single spec', async () => {
    const spec = { name: 'a', description: 'does a', toolType: 'custom', inputSchema: { type: 'object' } };
    for (const value of [spec, [spec], { tools: [spec] }]) {
      const { specs, problems } = await parseSource(JSON.stringify(value), 'tools.json');
      expect({ names: specs.map((each) => each.spec.name), problems }).toEqual({ names: ['a'], problems: [] });
    }
  });

  it('may be empty', async () => {
    expect(await parseSource('\n', 'tools.yaml')).toEqual({ specs: [], problems: [] });
    expect(await parseSource('tools:\n', 'tools.yaml')).toEqual({ specs: [], problems: [] });
  });

  it('is reported with the line of each fault, and its other specs are kept', async () => {
    const text = EXAMPLE_TOOLS.replace('tool_type: python', 'tool_typ: python').replace(
      'requires_approval: true',
      'requires_approval: maybe',
    );
    expect(await problemsOf(text)).toEqual([
      'tools.yaml:3:5: tool file_reader: "tool_type" is missing',
      'tools.yaml:5:5: tool file_reader: tool_typ: unknown member "tool_typ"; did you mean "tool_type"?',
      'tools.yaml:28:7: tool dangerous_delete: metadata.requires_approval: must be of the type boolean, not string',
    ]);
    const one = EXAMPLE_TOOLS.replace('tool_type: python', 'tool_typ: python');
    expect((await parseSource(one, 'tools.yaml')).specs.map(({ spec }) => spec.name)).toEqual(['dangerous_delete']);
  });

  it('is reported with the line of a schema that is none', async () => {
    const [problem] = await problemsOf(EXAMPLE_TOOLS.replace('type: object', 'type: objekt'));
    expect(problem).toBe('tools.yaml:6:5: tool file_reader: input_schema has the unknown type "objekt" at its root');
  });

  it('is reported with the line where YAML or JSON ends', async () => {
    expect(await problemsOf('tools:\n  - name: "a\n')).toMatchObject([expect.stringMatching(/^tools\.yaml:\d+:\d+: /)]);
    expect(await problemsOf('{\n  "tools": [\n    {,}\n  ]\n}', 'tools.json')).toMatchObject([
      expect.stringMatching(/^tools\.json:3:6: /),
    ]);
  });

  it('is refused if a member is there in both spellings', async () => {
    const text = EXAMPLE_TOOLS.replace('tool_type: python', 'tool_type: python\n    toolType: shell');
    expect(await problemsOf(text)).toEqual(['tools.yaml:3:5: tool file_reader: has both tool_type and toolType']);
  });

  it('is refused if aliases make it huge', async () => {
    const levels = Array.from({ length: 24 }, (_, n) =>
      `  l${n + 1}: [*l${n}, *l${n}]`.replace(': [', `: &l${n + 1} [`),
    );
    const text = `x:\n  l0: &l0 [a, b]\n${levels.join('\n')}\n`;
    const bomb = `name: a\ndescription: b\ntool_type: custom\ninput_schema: {type: object}\nimplementation_config:\n${text.replaceAll(/^/gm, '  ')}`;
    expect(await problemsOf(bomb)).toEqual([expect.stringMatching(/nested more than|more than 2000000 values/)]);
  });

  it('is refused for keys that would reach a prototype', async () => {
    const text = EXAMPLE_TOOLS.replace('module: file_tools', '__proto__: {polluted: true}');
    expect(await problemsOf(text)).toEqual([expect.stringContaining('__proto__')]);
  });
});

describe('a spec in code', () => {
  it('is frozen', () => {
    const spec = defineToolSpec({
      name: 'calculate_sum',
      description: 'Add two numbers together',
      tool_type: 'python',
      input_schema: { type: 'object', properties: { a: { type: 'number' } } },
    });
    expect(Object.isFrozen(spec.inputSchema['properties'])).toBe(true);
    expect(spec.metadata).toEqual({
      version: '1.0.0',
      tags: [],
      permissions: [],
      isDangerous: false,
      requiresApproval: false,
    });
  });

  it('throws everything that is wrong with it', () => {
    expect(() => defineToolSpec({ name: 'no spaces', description: '' })).toThrow(SpecError);
    expect(() => defineToolSpec({ name: 'no spaces', description: '' })).toThrow(/"tool_type" is missing/);
  });
});
