import type { ToolCallbacks } from '@ku0/agent-runtime-tools-core';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { McpClientRequests } from './client-requests.ts';

/** The callbacks of a call, which ask the person at the client through elicitation. */
export function elicitingCallbacks(
  client: McpClientRequests,
): Required<Pick<ToolCallbacks, 'ask' | 'confirm' | 'form'>> {
  return {
    async confirm(message, options) {
      const { action, content } = await client.elicit({ message, requestedSchema: CONFIRMATION }, signalOf(options));
      return action === 'accept' && content?.['approve'] === true;
    },
    async ask(question, { choices, ...options } = {}) {
      const answer = choices === undefined ? ANSWER : { ...ANSWER, enum: [...choices] };
      const { action, content } = await client.elicit(
        { message: question, requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] } },
        signalOf(options),
      );
      const given = content?.['answer'];
      if (action !== 'accept' || typeof given !== 'string') throw new Error('The question was not answered.');
      if (choices !== undefined && !choices.includes(given)) throw new Error('The answer is not one of the choices.');
      return given;
    },
    async form(schema, { message = 'Please fill in this form.', ...options } = {}) {
      const requestedSchema = { ...schema, type: 'object' } as ElicitRequestFormParams['requestedSchema'];
      const { action, content } = await client.elicit({ message, requestedSchema }, signalOf(options));
      return action === 'accept' ? (content ?? {}) : undefined;
    },
  };
}

/** Without a key: only somebody who has seen the question can answer it. */
function signalOf({ signal }: { readonly signal?: AbortSignal } = {}): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** Only an explicit `true` approves, so the field has no default. */
const CONFIRMATION: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Approve', description: 'Whether the call may run' } },
  required: ['approve'],
};

const ANSWER = { type: 'string', title: 'Answer' } as const;
