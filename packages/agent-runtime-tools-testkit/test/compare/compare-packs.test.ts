import { definePack, defineTool, ok, Type, type ToolHandler, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { comparePacks } from '../../src/check/index.ts';

const parameters = {
  city: Type.String({ description: 'The city', minLength: 1 }),
  unit: Type.Optional(Type.Union([Type.Literal('c'), Type.Literal('f')], { default: 'c' })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
};
const output = { degrees: Type.Number(), sky: Type.Union([Type.Literal('clear'), Type.Literal('cloudy')]) };

const forecast = defineTool({
  name: 'forecast',
  description: 'Tells the weather of a city.',
  parameters: Type.Object(parameters),
  output: Type.Object(output),
  capabilities: { accessesNetwork: true, idempotent: true },
  tags: ['weather'],
  parameterAliases: { town: 'city' },
  execute: async () => ok({ degrees: 20, sky: 'clear' as const }),
});

const pack: ToolPack = definePack({
  name: 'weather',
  version: '1.0.0',
  tools: [forecast],
  aliases: { weather: 'forecast' },
});
const withTool = (change: Partial<ToolHandler>): ToolPack => ({ ...pack, tools: [{ ...forecast, ...change }] });
const input = (change: object): ToolPack => withTool({ parameters: Type.Object({ ...parameters, ...change }) });
const value = (change: object): ToolPack => withTool({ output: Type.Object({ ...output, ...change }) });
const can = (change: object): ToolPack => withTool({ capabilities: { ...forecast.capabilities, ...change } });
const { city: _, ...withoutCity } = parameters;
const { sky: __, ...withoutSky } = output;
const days = (options: object) => input({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, ...options })) });

describe('comparePacks', () => {
  it.each<[string, 'patch' | 'minor' | 'major', ToolPack]>([
    ['nothing', 'patch', pack],
    ['another description', 'patch', withTool({ description: 'Tells what the weather will be.' })],
    [
      'another description of a parameter',
      'patch',
      input({ city: Type.String({ description: 'A city', minLength: 1 }) }),
    ],
    ['another version', 'patch', { ...pack, version: '1.0.1' }],
    ['a new tool', 'minor', { ...pack, tools: [forecast, { ...forecast, name: 'alerts' }] }],
    ['a new optional parameter', 'minor', input({ hours: Type.Optional(Type.Integer()) })],
    ['a parameter that is no longer required', 'minor', input({ city: Type.Optional(parameters.city) })],
    [
      'a new value of a parameter',
      'minor',
      input({
        unit: Type.Optional(Type.Union([Type.Literal('c'), Type.Literal('f'), Type.Literal('k')], { default: 'c' })),
      }),
    ],
    ['a higher maximum', 'minor', days({ maximum: 14 })],
    ['a new member of the output', 'minor', value({ wind: Type.Number() })],
    ['fewer values of the output', 'minor', value({ sky: Type.Literal('clear') })],
    ['a capability that is gone', 'minor', can({ accessesNetwork: false })],
    [
      'a tool renamed with an alias',
      'minor',
      {
        ...pack,
        tools: [{ ...forecast, name: 'get_forecast' }],
        aliases: { forecast: 'get_forecast', weather: 'get_forecast' },
      },
    ],
    ['a new alias', 'minor', { ...pack, aliases: { weather: 'forecast', outlook: 'forecast' } }],
    ['a tool that is gone', 'major', { ...pack, tools: [], aliases: {} }],
    [
      'a tool renamed without an alias',
      'major',
      { ...pack, tools: [{ ...forecast, name: 'get_forecast' }], aliases: { weather: 'get_forecast' } },
    ],
    ['an alias that is gone', 'major', { ...pack, aliases: {} }],
    ['a new required parameter', 'major', input({ country: Type.String() })],
    ['a parameter that is gone', 'major', withTool({ parameters: Type.Object(withoutCity) })],
    ['a parameter that is now required', 'major', input({ days: Type.Integer({ minimum: 1, maximum: 7 }) })],
    ['another type of a parameter', 'major', input({ city: Type.Integer({ description: 'The city' }) })],
    [
      'a value of a parameter that is gone',
      'major',
      input({ unit: Type.Optional(Type.Union([Type.Literal('c')], { default: 'c' })) }),
    ],
    [
      'another default',
      'major',
      input({ unit: Type.Optional(Type.Union([Type.Literal('c'), Type.Literal('f')], { default: 'f' })) }),
    ],
    ['a lower maximum', 'major', days({ maximum: 5 })],
    ['a pattern', 'major', input({ city: Type.String({ description: 'The city', minLength: 1, pattern: '^[A-Z]' }) })],
    ['a member of the output that is gone', 'major', withTool({ output: Type.Object(withoutSky) })],
    ['a member of the output that may be missing', 'major', value({ degrees: Type.Optional(Type.Number()) })],
    [
      'a new value of the output',
      'major',
      value({ sky: Type.Union([Type.Literal('clear'), Type.Literal('cloudy'), Type.Literal('fog')]) }),
    ],
    ['an output without a schema', 'major', { ...pack, tools: [withoutOutput()] }],
    ['a new capability', 'major', can({ writesFiles: true })],
    ['a promise that is withdrawn', 'major', can({ idempotent: false })],
    ['an engine', 'major', can({ requiresEngine: 'radar' })],
    ['a question before each call', 'major', withTool({ requiresApproval: true })],
    ['a tag that is gone', 'major', withTool({ tags: [] })],
    ['a parameter alias that is gone', 'major', withTool({ parameterAliases: {} })],
    ['another name of the pack', 'major', { ...pack, name: 'climate' }],
    [
      'a service that the host must give',
      'major',
      { ...pack, services: { radar: { provideWith: 'services: { radar }' } } },
    ],
    [
      'a schema that is not understood',
      'major',
      input({ city: Type.Unsafe({ description: 'The city', not: { const: 'x' } }) }),
    ],
  ])('takes %s as %s', (_name, level, changed) => {
    const { changes, level: found } = comparePacks(pack, changed);
    expect({ level: found, changes }).toMatchObject({ level });
    expect(changes.length > 0).toBe(!['nothing', 'another version'].includes(_name));
  });

  it('says what changed, and where', () => {
    const { changes } = comparePacks(
      pack,
      input({
        place: Type.Object({ zip: Type.String() }),
        days: Type.Optional(Type.Integer({ minimum: 2, maximum: 7 })),
      }),
    );
    expect(changes).toEqual([
      { level: 'major', tool: 'forecast', message: 'parameter days: minimum 1 is now 2' },
      { level: 'major', tool: 'forecast', message: 'parameter place is new and required' },
    ]);
  });

  it('looks into nested objects and lists', () => {
    const list = (zip: Record<string, ReturnType<typeof Type.String>>) =>
      input({ places: Type.Optional(Type.Array(Type.Object(zip))) });
    const { changes } = comparePacks(list({ zip: Type.String() }), list({ zip: Type.String({ maxLength: 5 }) }));
    expect(changes).toEqual([
      { level: 'major', tool: 'forecast', message: 'parameter places[].zip: maxLength none is now 5' },
    ]);
  });
});

function withoutOutput(): ToolHandler {
  const { output: _output, ...rest } = forecast;
  return rest;
}
