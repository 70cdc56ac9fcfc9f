import {
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type ApprovalState,
  type ToolCapabilities,
  type ToolMiddleware,
} from '@ku0/agent-runtime-tools-core';

/** What the tool was run with, in order. */
export interface Notes {
  readonly texts: string[];
}

/** A coordinator with one tool, `note`, that remembers its text, fails when it is "fail" and throws when it is "throw". */
export function noteTools(
  notes: Notes = { texts: [] },
): ToolCoordinator<{ note: { params: { text: string }; value: string } }> {
  return new ToolCoordinator().register(noteTool(notes)) as never;
}

export function noteTool({ texts }: Notes, name = 'note', capabilities: Partial<ToolCapabilities> = {}) {
  return defineTool({
    name,
    description: 'Notes a text',
    parameters: Type.Object({ text: Type.String({ maxLength: 10_000 }) }),
    capabilities,
    async execute({ text }) {
      if (text === 'throw') throw new RangeError('the note burst');
      if (text === 'fail') return { ok: false, error: { code: 'NO_PAPER', message: 'no paper' } } as never;
      texts.push(text);
      return ok(`noted ${text}`);
    },
  });
}

/** Notes what the hooks have said about approval, and grants. */
export function approver(seen: ApprovalState[], grants = true): ToolMiddleware {
  return {
    name: 'approver',
    phase: 'approve',
    execute(params, context, next) {
      seen.push(context.approval);
      return grants ? next(params, { by: 'person' }) : next(params);
    },
  };
}
