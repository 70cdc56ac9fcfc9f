import {
  Type,
  fail,
  ok,
  schemaFaults,
  type ContentPart,
  type HandlerMetadata,
  type Static,
  type ToolError,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { seal, unseal, type Secret } from './seal.ts';

const error = Type.Unsafe<ToolError>(
  Type.Object({
    code: Type.String(),
    kind: Type.String(),
    message: Type.String(),
    suggestion: Type.Optional(Type.String()),
    details: Type.Optional(Type.Object({})),
    retryable: Type.Boolean(),
  }),
);

const outcomeSchema = Type.Object({
  /** Of the ticket. */
  id: Type.String(),
  /** Which start of the job this is the outcome of. */
  start: Type.Number(),
  /** How many pieces of output and progress were sent before it. */
  pieces: Type.Number(),
  value: Type.Optional(Type.Unknown()),
  error: Type.Optional(error),
  metadata: Type.Unsafe<HandlerMetadata>(Type.Object({})),
  /** What a model reads, if the tool says so itself. */
  parts: Type.Optional(Type.Unsafe<ContentPart[]>(Type.Array(Type.Object({ type: Type.String() })))),
});

/** The end of a job, as a worker sends it. */
export type Outcome = Static<typeof outcomeSchema>;

export function writeOutcome(outcome: Outcome, secret: Secret): string {
  return seal('outcome', JSON.stringify(outcome), secret);
}

/** Undefined if the outcome was changed, belongs to another ticket, or was not written with this secret. */
export function readOutcome(sealed: string, { id, secret }: { id: string; secret: Secret }): Outcome | undefined {
  const text = unseal('outcome', sealed, secret);
  if (text === undefined) return undefined;
  const outcome: unknown = JSON.parse(text);
  return isOutcome(outcome) && outcome.id === id ? outcome : undefined;
}

function isOutcome(value: unknown): value is Outcome {
  return schemaFaults(outcomeSchema, value).length === 0;
}

/** The parts of a result that travel. The caller's coordinator adds the identity and the times itself. */
export function resultParts(result: ToolResult): Pick<Outcome, 'value' | 'error' | 'metadata'> {
  const { bytesRead, bytesWritten, filesAccessed, contextModifications, warnings, artifacts } = result.metadata;
  const metadata: HandlerMetadata = {
    ...(bytesRead !== undefined && { bytesRead }),
    ...(bytesWritten !== undefined && { bytesWritten }),
    ...(filesAccessed !== undefined && { filesAccessed }),
    ...(contextModifications !== undefined && { contextModifications }),
    ...(warnings !== undefined && { warnings }),
    ...(artifacts !== undefined && { artifacts }),
  };
  return result.ok ? { value: result.value, metadata } : { error: result.error, metadata };
}

/** The result of an outcome, with more warnings if there are any. */
export function resultOf({ value, error: failure, metadata }: Outcome, warnings: readonly string[] = []): ToolResult {
  const all = [...(metadata.warnings ?? []), ...warnings];
  const given = { ...metadata, ...(all.length > 0 && { warnings: all }) };
  if (failure === undefined) return ok(value, given);
  const failed = fail(failure);
  return { ...failed, metadata: { ...failed.metadata, ...given } };
}
