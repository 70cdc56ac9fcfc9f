import { FAMILY_NAMES } from '@ku0/agent-runtime-tools';
import { policySchema } from '@ku0/agent-runtime-tools-approval';
import { Type } from '@ku0/agent-runtime-tools-core';

const Family = Type.Union([Type.Boolean(), Type.Record(Type.String(), Type.Unknown())], {
  description: 'true or options turn the family on, false turns it off',
});

const Texts = Type.Array(Type.String({ minLength: 1 }));
const Headers = Type.Record(Type.String(), Type.String());

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const SpecSource = Type.Object(
  {
    files: Type.Optional(
      Type.Union([Type.String({ minLength: 1 }), Texts], { description: 'Files or globs, relative to this file' }),
    ),
    url: text('The address of a document with specs. Needs digest, publicKey or trustServer'),
    openApi: text('A file, glob or address of an OpenAPI 3.1 document: every operation becomes a tool'),
    sqlite: text('A SQLite file with specs, relative to this file'),
    postgres: text('A PostgreSQL database with specs: postgres://...'),
    table: text('The table of a database (default: tool_specs)'),
    digest: text('The SHA-256 of the document at an address'),
    publicKey: text('The Ed25519 key, in PEM, that the document at an address is signed with'),
    signatureUrl: text('Where the signature is (default: the address with .sig after it)'),
    trustServer: Type.Optional(Type.Boolean({ description: 'The server of the address is trusted without a proof' })),
    headers: Type.Optional(Headers),
    serverUrl: text('Where the API of an OpenAPI document is (default: its first server)'),
    prefix: text('Comes before the names of tools of an OpenAPI document'),
    auth: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          { secret: Type.String({ minLength: 1 }), username: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
        { description: 'The environment variable with the secret of each security scheme of an OpenAPI document' },
      ),
    ),
  },
  { additionalProperties: false, description: 'Exactly one of files, url, openApi, sqlite and postgres' },
);

const Specs = Type.Object(
  {
    sources: Type.Array(SpecSource),
    environment: text('Which of the environments of specs counts: dev, prod'),
    secrets: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: 'Environment variables that specs may use as secrets' }),
    ),
    modules: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Folders with the code of specs of the kind module, relative to this file',
      }),
    ),
    python: Type.Optional(
      Type.Object(
        { folders: Texts, python: text('The interpreter (default: python3)') },
        { additionalProperties: false, description: 'For specs of the kind python; folders are relative to this file' },
      ),
    ),
  },
  { additionalProperties: false, description: 'Tools that are described as data. In a project: once it is trusted' },
);

const Logs = Type.Object(
  {
    to: text('stderr (the default), stdout, or a file, relative to this file'),
    level: Type.Optional(
      Type.Union(
        ['debug', 'info', 'warn', 'error'].map((name) => Type.Literal(name)),
        { description: 'Default: info' },
      ),
    ),
    maxBytes: Type.Optional(
      Type.Integer({ minimum: 1024, description: 'A larger file is renamed to FILE.1 (default: 10 MiB)' }),
    ),
  },
  { additionalProperties: false },
);

const Prometheus = Type.Object(
  {
    port: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_535, description: 'On 127.0.0.1; 0 for any free one (default: 9464)' }),
    ),
  },
  { additionalProperties: false },
);

const OpenTelemetry = Type.Object(
  {
    endpoint: text('The collector, for OTLP over HTTP (default: OTEL_EXPORTER_OTLP_ENDPOINT or http://localhost:4318)'),
    headers: Type.Optional(Headers),
    traces: Type.Optional(Type.Boolean({ description: 'Default: true' })),
    metrics: Type.Optional(Type.Boolean({ description: 'Default: true' })),
    captureContent: Type.Optional(
      Type.Boolean({ description: 'Records arguments and results in spans (default: false)' }),
    ),
  },
  { additionalProperties: false },
);

const Telemetry = Type.Object(
  {
    logs: Type.Optional(Type.Union([Type.Boolean(), Logs], { description: 'A line of JSON for each event' })),
    prometheus: Type.Optional(
      Type.Union([Type.Boolean(), Prometheus], { description: 'Metrics over HTTP, while start or mcp runs' }),
    ),
    openTelemetry: Type.Optional(
      Type.Union([Type.Boolean(), OpenTelemetry], { description: 'Spans and metrics for a collector' }),
    ),
  },
  { additionalProperties: false, description: 'What is recorded of calls. In a project: once it is trusted' },
);

/** The JSON Schema of `toolbox.config.yaml`, for editors; configurations are checked against it. */
export const configSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    families: Type.Optional(
      Type.Object(Object.fromEntries(FAMILY_NAMES.map((name) => [name, Type.Optional(Family)])), {
        additionalProperties: false,
        description:
          'Families of tools, on or off, with the options of their packs. A project that is not trusted can only turn families off',
      }),
    ),
    policies: policySchema.properties.policies,
    permissions: policySchema.properties.permissions,
    tests: policySchema.properties.tests,
    hooks: text('The hooks file, relative to this file. In a project: once it is trusted'),
    mcpServers: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'MCP servers to start, as MCP clients list them. In a project: once it is trusted',
      }),
    ),
    specs: Type.Optional(Specs),
    telemetry: Type.Optional(Telemetry),
  },
  { additionalProperties: false, title: 'Configuration of the toolbox' },
);
