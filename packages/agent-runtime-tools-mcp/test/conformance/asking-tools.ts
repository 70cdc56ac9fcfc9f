import { defineTool, ok, Type, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { McpClientRequests, McpFormParams } from '../../src/index.ts';

type Form = McpFormParams['requestedSchema'];

const NAME_FORM = {
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
} satisfies McpFormParams;

const CONFIRM_FORM = {
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
} satisfies McpFormParams;

function question(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }], maxTokens: 100 };
}

function clientOf({ services }: ToolContext): McpClientRequests {
  if (services.mcpClient === undefined) throw new Error('Not called over MCP.');
  return services.mcpClient;
}

/** A tool without parameters that requests something of the client and shows the answer. */
function asking(name: string, ask: (client: McpClientRequests) => Promise<unknown>) {
  return defineTool({
    name,
    parameters: Type.Object({}),
    async execute(_, context) {
      const answer = await ask(clientOf(context));
      return ok(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
  });
}

async function complete(client: McpClientRequests, requestedSchema: Form): Promise<string> {
  const { action, content } = await client.elicit({ message: 'Please fill in the form', requestedSchema });
  return `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`;
}

/** The tools of the conformance suite that request something of the client. */
export const askingTools = [
  defineTool({
    name: 'test_sampling',
    parameters: Type.Object({ prompt: Type.String() }),
    async execute({ prompt }, context) {
      const { content } = await clientOf(context).createMessage(question(prompt));
      return ok(`LLM response: ${content.type === 'text' ? content.text : content.type}`);
    },
  }),
  defineTool({
    name: 'test_elicitation',
    parameters: Type.Object({ message: Type.String() }),
    async execute({ message }, context) {
      const { action, content } = await clientOf(context).elicit({
        message,
        requestedSchema: { type: 'object', properties: { response: { type: 'string' } }, required: ['response'] },
      });
      return ok(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  }),
  asking('test_elicitation_sep1034_defaults', (client) =>
    complete(client, {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    }),
  ),
  asking('test_elicitation_sep1330_enums', (client) => {
    const options = ['option1', 'option2', 'option3'];
    const titled = [
      { const: 'value1', title: 'First' },
      { const: 'value2', title: 'Second' },
      { const: 'value3', title: 'Third' },
    ];
    return complete(client, {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      },
    });
  }),
  asking('test_missing_capability', (client) => client.createMessage(question('What is missing?'))),
  asking('test_streaming_elicitation', (client) => client.elicit(CONFIRM_FORM)),
  asking('test_input_required_result_elicitation', async (client) => {
    const { content } = await client.elicit(NAME_FORM, { key: 'user_name' });
    return `Hello, ${String(content?.['name'])}!`;
  }),
  asking('test_input_required_result_sampling', (client) =>
    client.createMessage(question('What is the capital of France?')),
  ),
  asking('test_input_required_result_list_roots', (client) => client.listRoots()),
  asking('test_input_required_result_request_state', async (client) => {
    const { action } = await client.elicit(CONFIRM_FORM);
    return `state-ok: ${action}`;
  }),
  asking('test_input_required_result_tampered_state', (client) => client.elicit(CONFIRM_FORM)),
  asking('test_input_required_result_multiple_inputs', (client) =>
    Promise.all([client.elicit(NAME_FORM), client.createMessage(question('Generate a greeting')), client.listRoots()]),
  ),
  asking('test_input_required_result_multi_round', async (client) => [
    await client.elicit(NAME_FORM),
    await client.elicit({
      message: 'What is your favorite color?',
      requestedSchema: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
    }),
  ]),
  asking('test_input_required_result_capabilities', (client) =>
    client.capabilities.elicitation === undefined
      ? client.createMessage(question('Who are you?'))
      : client.elicit(NAME_FORM),
  ),
];
