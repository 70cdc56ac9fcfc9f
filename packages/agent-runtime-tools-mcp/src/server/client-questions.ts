import type { ToolCallbacks } from '@ku0/agent-runtime-tools-core';
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server';

/** Sends a form to the client and returns its answer. */
export type Elicit = (
  params: Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>,
  signal: AbortSignal | undefined,
) => Promise<Pick<ElicitResult, 'action' | 'content'>>;

/** The callbacks of a call, which ask the person at the client through elicitation. */
export function elicitingCallbacks(elicit: Elicit): Required<Pick<ToolCallbacks, 'ask' | 'confirm' | 'form'>> {
  return {
    async confirm(message, { signal } = {}) {
      const { action, content } = await elicit({ message, requestedSchema: CONFIRMATION }, signal);
      return action === 'accept' && content?.['approve'] === true;
    },
    async ask(question, { choices, signal } = {}) {
      const answer = choices === undefined ? ANSWER : { ...ANSWER, enum: [...choices] };
      const { action, content } = await elicit(
        { message: question, requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] } },
        signal,
      );
      const given = content?.['answer'];
      if (action !== 'accept' || typeof given !== 'string') throw new Error('The question was not answered.');
      return given;
    },
    async form(schema, { message = 'Please fill in this form.', signal } = {}) {
      const requestedSchema = { ...schema, type: 'object' } as ElicitRequestFormParams['requestedSchema'];
      const { action, content } = await elicit({ message, requestedSchema }, signal);
      return action === 'accept' ? (content ?? {}) : undefined;
    },
  };
}

/** Only an explicit `true` approves, so the field has no default. */
const CONFIRMATION: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Approve', description: 'Whether the call may run' } },
  required: ['approve'],
};

const ANSWER = { type: 'string', title: 'Answer' } as const;
