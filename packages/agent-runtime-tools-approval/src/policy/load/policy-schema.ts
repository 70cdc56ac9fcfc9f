import { Type } from '@ku0/agent-runtime-tools-core';

const Example = Type.Union([
  Type.String({ description: 'A command for bash' }),
  Type.Object({
    tool: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown()),
    cwd: Type.Optional(Type.String()),
  }),
]);

const Condition = Type.Object({
  type: Type.Union(
    ['path', 'content', 'size', 'risk', 'command', 'url', 'capability', 'mode'].map((name) => Type.Literal(name)),
  ),
  operator: Type.Union(['equals', 'contains', 'matches', 'lessThan', 'greaterThan'].map((name) => Type.Literal(name))),
  value: Type.Union([Type.String(), Type.Number()]),
});

const Policy = Type.Object({
  name: Type.String({ minLength: 1 }),
  tools: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  action: Type.Union(['approve', 'deny', 'ask'].map((name) => Type.Literal(name))),
  conditions: Type.Optional(Type.Array(Condition)),
  priority: Type.Optional(Type.Number()),
  reason: Type.Optional(Type.String()),
  match: Type.Optional(Type.Array(Example, { description: 'Calls that this policy must fit' })),
  notMatch: Type.Optional(Type.Array(Example, { description: 'Calls that it must not fit' })),
});

const Rules = Type.Optional(Type.Array(Type.String({ minLength: 1 })));

/** The JSON Schema of what `loadPolicies` takes, for editors and documentation. */
export const policySchema = Type.Object({
  version: Type.Optional(Type.Literal(1)),
  description: Type.Optional(Type.String()),
  policies: Type.Optional(Type.Array(Policy)),
  permissions: Type.Optional(Type.Object({ allow: Rules, ask: Rules, deny: Rules, additionalDirectories: Rules })),
  tests: Type.Optional(
    Type.Array(
      Type.Object({
        call: Example,
        expect: Type.Union(['approve', 'deny', 'ask'].map((name) => Type.Literal(name))),
      }),
    ),
  ),
});
