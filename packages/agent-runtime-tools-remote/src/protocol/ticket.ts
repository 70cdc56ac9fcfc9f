import { canonicalJson, Type, schemaFaults, type Static } from '@ku0/agent-runtime-tools-core';
import { seal, unseal, type Secret } from './seal.ts';

/**
 * Everything that a worker does for a caller is in the ticket, and so covered by its seal: which tool, with what, for whom,
 * until when, and whether a person or a policy consented.
 */
const ticketSchema = Type.Object({
  /** Unique to this ticket, and the id of its job. */
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' }),
  place: Type.String(),
  action: Type.Union([Type.Literal('call'), Type.Literal('dry-run'), Type.Literal('needs-approval')]),
  tool: Type.String(),
  version: Type.String(),
  parameters: Type.Unknown(),
  /** The caller's own id of the call. */
  callId: Type.String(),
  principal: Type.Optional(Type.Object({ id: Type.String(), roles: Type.Optional(Type.Array(Type.String())) })),
  task: Type.String(),
  turn: Type.String(),
  mode: Type.Union([Type.Literal('plan'), Type.Literal('act')]),
  /** Milliseconds since the epoch. */
  deadline: Type.Number(),
  /** The call needed approval, and the caller's pipeline has granted it for exactly these parameters. */
  approved: Type.Boolean(),
  trace: Type.Optional(Type.Object({ traceparent: Type.String(), tracestate: Type.Optional(Type.String()) })),
});

export type Ticket = Static<typeof ticketSchema>;

/** The sealed text of a ticket, with its parameters in canonical form. */
export function writeTicket(ticket: Ticket, secret: Secret): string {
  return seal('ticket', canonicalJson(ticket), secret);
}

/** Undefined if the ticket was changed, or was not written with this secret. */
export function readTicket(sealed: string, secret: Secret): Ticket | undefined {
  const text = unseal('ticket', sealed, secret);
  if (text === undefined) return undefined;
  const ticket: unknown = JSON.parse(text);
  return isTicket(ticket) ? ticket : undefined;
}

function isTicket(value: unknown): value is Ticket {
  return schemaFaults(ticketSchema, value).length === 0;
}
