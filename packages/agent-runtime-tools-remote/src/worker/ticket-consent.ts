import { canonicalJson, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import type { Ticket } from '../protocol/ticket.ts';

/**
 * Grants the calls of a worker what their tickets say that the caller has granted: one run with exactly these parameters.
 * Parameters that a hook of the worker has changed have no consent.
 */
export class TicketConsent {
  readonly #tickets = new Map<string, Ticket>();

  readonly middleware: ToolMiddleware = {
    name: 'remote-ticket',
    phase: 'approve',
    judgesAhead: true,
    execute: (params, context, next) => {
      const ticket = context.approval.required ? this.#tickets.get(context.callId) : undefined;
      if (ticket?.approved !== true || canonicalJson(params) !== canonicalJson(ticket.parameters)) return next(params);
      this.#tickets.delete(context.callId);
      return next(params, { by: 'ticket', reason: 'The caller has approved the call.' });
    },
  };

  /** Runs a call whose id is the ticket's, with the consent of the ticket. */
  async whileValid<T>(ticket: Ticket, run: () => Promise<T>): Promise<T> {
    this.#tickets.set(ticket.id, ticket);
    try {
      return await run();
    } finally {
      this.#tickets.delete(ticket.id);
    }
  }
}
