import {
  Type,
  schemaFaults,
  type Static,
  type TSchema,
  type ToolCapabilities,
  type ToolLimits,
} from '@ku0/agent-runtime-tools-core';
import { seal, unseal, type Secret } from './seal.ts';

const text = Type.String();
const flag = Type.Boolean();
const jsonSchema = Type.Unsafe<TSchema>(Type.Object({}));

const definitionSchema = Type.Object({
  name: text,
  description: text,
  version: text,
  parameters: jsonSchema,
  output: Type.Optional(jsonSchema),
  capabilities: Type.Unsafe<ToolCapabilities>(
    Type.Object({
      readsFiles: flag,
      writesFiles: flag,
      executesCommands: flag,
      accessesNetwork: flag,
      destructive: flag,
      idempotent: flag,
      retryable: flag,
      requiresEngine: Type.Optional(text),
    }),
  ),
  title: Type.Optional(text),
  tags: Type.Optional(Type.Array(text)),
  category: Type.Optional(text),
  annotations: Type.Optional(Type.Unsafe<Record<string, unknown>>(Type.Object({}))),
  aliases: Type.Array(text),
  parameterAliases: Type.Optional(Type.Record(text, text)),
  limits: Type.Unsafe<ToolLimits>(Type.Object({})),
  /** `depends`: the worker has to be asked about each call. */
  approval: Type.Union([Type.Literal('never'), Type.Literal('always'), Type.Literal('depends')]),
  hasDryRun: flag,
  hasModelOutput: flag,
  /** The tool of an MCP server that it calls. */
  remote: Type.Optional(Type.Object({ server: text, tool: text })),
});

/** A tool as a worker describes it. */
export type RemoteDefinition = Static<typeof definitionSchema>;

const announcementSchema = Type.Object({ place: text, tools: Type.Array(definitionSchema) });

export type Announcement = Static<typeof announcementSchema>;

export function writeAnnouncement(announcement: Announcement, secret: Secret): string {
  return seal('announcement', JSON.stringify(announcement), secret);
}

/** Undefined if the announcement was changed, is of another place, or was not written with this secret. */
export function readAnnouncement(
  sealed: string,
  { place, secret }: { place: string; secret: Secret },
): Announcement | undefined {
  const opened = unseal('announcement', sealed, secret);
  if (opened === undefined) return undefined;
  const announcement: unknown = JSON.parse(opened);
  return isAnnouncement(announcement) && announcement.place === place ? announcement : undefined;
}

function isAnnouncement(value: unknown): value is Announcement {
  return schemaFaults(announcementSchema, value).length === 0;
}
