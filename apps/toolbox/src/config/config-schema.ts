import { FAMILY_NAMES } from '@ku0/agent-runtime-tools';
import { policySchema } from '@ku0/agent-runtime-tools-approval';
import { Type } from '@ku0/agent-runtime-tools-core';

const Family = Type.Union([Type.Boolean(), Type.Record(Type.String(), Type.Unknown())], {
  description: 'true or options turn the family on, false turns it off',
});

/** The JSON Schema of `toolbox.config.yaml`, for editors; configurations are checked against it. */
export const configSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    families: Type.Optional(
      Type.Object(Object.fromEntries(FAMILY_NAMES.map((name) => [name, Type.Optional(Family)])), {
        additionalProperties: false,
        description:
          'Families of tools, on or off, with the options of their packs. Counts in full for a person’s own file; a project can only turn families off',
      }),
    ),
    policies: policySchema.properties.policies,
    permissions: policySchema.properties.permissions,
    hooks: Type.Optional(
      Type.String({ description: 'The hooks file, relative to this file. Only in a person’s own configuration' }),
    ),
    mcpServers: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'MCP servers to start, as MCP clients list them. Only in a person’s own configuration',
      }),
    ),
  },
  { additionalProperties: false, title: 'Configuration of the toolbox' },
);
