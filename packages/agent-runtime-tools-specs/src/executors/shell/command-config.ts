import { Type, type Static } from '@ku0/agent-runtime-tools-core';

/** The `implementation_config` of the kinds `shell` and `sandbox`. */
export const commandConfigSchema = Type.Object(
  {
    command: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String(), { minItems: 1 })], {
      description: 'A program and its arguments, as a line or as a list. {name} is the value of a parameter.',
    }),
    shell: Type.Optional(
      Type.Boolean({ description: 'Run the line in sh, for pipes and redirects. Values are quoted words.' }),
    ),
    cwd: Type.Optional(Type.String({ description: 'The folder to start in, relative to that of the call.' })),
    env: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Variables to add.' })),
    stdin: Type.Optional(Type.String({ description: 'What the command reads. {name} is the value of a parameter.' })),
    output: Type.Optional(
      Type.Union([Type.Literal('result'), Type.Literal('text'), Type.Literal('json')], {
        description: 'The value: exit code and both outputs (default), the standard output, or the JSON that it is.',
      }),
    ),
    successExitCodes: Type.Optional(Type.Array(Type.Integer(), { description: 'Exit codes of success. Default 0.' })),
    sandbox: Type.Optional(
      Type.String({ description: 'A profile of the sandbox: read-only, workspace-write+network' }),
    ),
    allowLeadingDash: Type.Optional(
      Type.Array(Type.String(), { description: 'Parameters whose values may begin with a dash.' }),
    ),
  },
  { additionalProperties: false },
);

export type CommandConfig = Static<typeof commandConfigSchema>;
