import { explainDecision, type ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { Type } from '@ku0/agent-runtime-tools-core';
import type { ApprovalAnswer, CommandPart, PendingApproval, RememberedApproval } from '@ku0/studio/api';
import { effectWords } from '@ku0/agent-runtime-tools-terminal';
import { ApiFailure, type Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { visibleCopy } from '../visible-copy.ts';
import { CommandPartSchema, Done, JsonObject, Texts } from './schemas.ts';

/** Requests for approval, and the approvals that are remembered. */
export function approvalRoutes({ tools, approval }: StudioParts): Route[] {
  const { gate, memory, approver } = approval;
  /** The rules that a person has consented to. */
  const rules = async (): Promise<string[]> => (await memory.list().catch(() => [])).flatMap(({ rule }) => rule ?? []);
  const partsOf = async ({ tool, args, cwd }: ApprovalRequest): Promise<readonly CommandPart[]> => {
    // A call that cannot be explained can still be answered.
    const explained = await explainDecision(tool, args, { approver, cwd, remembered: await rules() }).catch(
      () => undefined,
    );
    return explained?.commands ?? [];
  };
  return [
    {
      method: 'GET',
      path: '/api/approvals',
      summary: 'The requests that wait for an answer, oldest first.',
      answer: Type.Array(
        Type.Object({
          request: JsonObject,
          args: JsonObject,
          effects: Texts,
          reasons: Texts,
          parts: Type.Array(CommandPartSchema),
          parameters: Type.Optional(JsonObject),
        }),
      ),
      handle: (): Promise<PendingApproval[]> =>
        Promise.all(
          gate.pending().map(async (request) => {
            const tool = tools.get(request.tool);
            const parts = await partsOf(request);
            return {
              request: visibleCopy(request),
              args: request.args,
              effects: tool === undefined ? [] : effectWords(tool),
              parts: visibleCopy(parts),
              reasons: visibleCopy(reasonsOf(request, parts)),
              ...(tool !== undefined && { parameters: { ...tool.parameters } }),
            };
          }),
        ),
    },
    {
      method: 'POST',
      path: '/api/approvals/:id',
      summary: 'Answers a request. The first answer counts.',
      body: ANSWER,
      answer: Done,
      async handle({ params, body }) {
        // The schema has checked it.
        const answered = await gate.answer(params['id'] ?? '', body as ApprovalAnswer);
        if (answered.ok) return { done: true };
        const { code, message, suggestion } = answered.error;
        throw new ApiFailure(409, code, message, { suggestion });
      },
    },
    {
      method: 'GET',
      path: '/api/remembered',
      summary: 'The approvals for a session or for always.',
      answer: Type.Array(JsonObject),
      handle: (): Promise<readonly RememberedApproval[]> => memory.list(),
    },
    {
      method: 'DELETE',
      path: '/api/remembered/:id',
      summary: 'Revokes an approval.',
      answer: Done,
      handle: async ({ params }) => ({ done: await memory.revoke(params['id'] ?? '') }),
    },
  ];
}

/** The reasons for asking, without those about parts of a command that a rule does cover. */
function reasonsOf({ reason, reasons }: ApprovalRequest, parts: readonly CommandPart[]): string[] {
  const covered = new Set(
    parts.flatMap(({ text, action }) => (action === 'approve' ? [`no rule covers ${text}`] : [])),
  );
  const left = [...new Set([reason, ...reasons])].filter((each) => !covered.has(each));
  return left.length === 0 ? [reason] : left;
}

const ANSWER = Type.Object(
  {
    approved: Type.Boolean(),
    scope: Type.Optional(Type.Union([Type.Literal('once'), Type.Literal('session'), Type.Literal('always')])),
    forTool: Type.Optional(Type.Boolean()),
    rule: Type.Optional(Type.String({ maxLength: 2000, description: 'Remember this rule instead of the offered one' })),
    feedback: Type.Optional(Type.String({ maxLength: 10_000 })),
    modifiedArgs: Type.Optional(JsonObject),
  },
  { additionalProperties: false },
);
