import { inputRequired, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PIXEL } from './content-tools.ts';

const TEXT = { mimeType: 'text/plain' };

/** The prompts, resources and completions of the conformance suite. They are not part of a coordinator. */
export function addExtras(sdk: McpServer): void {
  addResources(sdk);
  addPrompts(sdk);
  const { server } = sdk;
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['test'], total: 1, hasMore: false },
  }));
}

function addResources(sdk: McpServer): void {
  sdk.registerResource('text', 'test://static-text', TEXT, ({ href }) => ({
    contents: [{ uri: href, ...TEXT, text: 'This is the content of the static text resource.' }],
  }));
  sdk.registerResource('binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PIXEL }],
  }));
  sdk.registerResource('watched', 'test://watched-resource', TEXT, ({ href }) => ({
    contents: [{ uri: href, ...TEXT, text: 'Watched resource content' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  sdk.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
  const { server } = sdk;
  server.registerCapabilities({ resources: { subscribe: true } });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(sdk: McpServer): void {
  const say = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });
  sdk.registerPrompt('test_simple_prompt', { description: 'A prompt' }, () => ({
    messages: [say('This is a simple prompt for testing.')],
  }));
  const argsSchema = z.object({ arg1: z.string(), arg2: z.string() });
  sdk.registerPrompt('test_prompt_with_arguments', { description: 'With arguments', argsSchema }, ({ arg1, arg2 }) => ({
    messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  sdk.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a document', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: { uri, ...TEXT, text: 'Embedded resource content for testing.' } },
        },
        say('Please process the embedded resource above.'),
      ],
    }),
  );
  sdk.registerPrompt('test_prompt_with_image', { description: 'A picture' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
      say('Please analyze the image above.'),
    ],
  }));
  sdk.registerPrompt('test_input_required_result_prompt', { description: 'Asks for its context' }, ({ mcpReq }) =>
    mcpReq.inputResponses?.['user_context'] === undefined
      ? inputRequired({
          inputRequests: {
            user_context: inputRequired.elicit({
              message: 'What context should the prompt use?',
              requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
            }),
          },
        })
      : { messages: [say(`The context is ${JSON.stringify(mcpReq.inputResponses['user_context'])}.`)] },
  );
}
