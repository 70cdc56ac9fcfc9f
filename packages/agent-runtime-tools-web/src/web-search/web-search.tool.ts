import { Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { untrustedText } from '@ku0/agent-runtime-tools-net';
import { webErrors } from '../errors.ts';
import { WebAccess } from '../web-access.ts';
import type { WebPackOptions } from '../web-options.ts';
import { webSearch } from './web-search.ts';
import { version } from '../version.ts';

/** The `web_search` tool without the rest of the pack. Throws a TypeError at faulty options. */
export function webSearchTool(options: WebPackOptions = {}) {
  return webSearchWith(new WebAccess(options));
}

/** The tool on a network that it shares with others. */
export function webSearchWith(access: WebAccess) {
  const provider = access.options.search;
  return defineTool({
    name: 'web_search',
    description: 'Searches the web. Returns titles, addresses and snippets; read a page with web_fetch.',
    version,
    parameters: Type.Object({
      query: Type.String({
        description: 'What to search for.',
        minLength: 1,
        maxLength: 1000,
        examples: ['node test runner coverage'],
      }),
      numResults: Type.Optional(
        Type.Integer({ description: 'How many results.', minimum: 1, maximum: 20, default: 5 }),
      ),
    }),
    output: Type.Object({
      results: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), snippet: Type.String() })),
    }),
    capabilities: { accessesNetwork: true, idempotent: true, retryable: true },
    tags: ['network'],
    limits: { timeoutMs: 30_000, concurrency: 8 },
    parameterAliases: { num_results: 'numResults', count: 'numResults', q: 'query' },
    async initialize(_, coordinator) {
      access.attach(coordinator.id);
    },
    async shutdown(coordinator) {
      await access.release(coordinator.id);
    },
    async execute({ query, numResults = 5 }, { signal }) {
      if (provider === undefined) return fail(webErrors.SEARCH_NOT_CONFIGURED());
      return ok({ results: await webSearch(provider, { query, numResults, signal, network: access.network }) });
    },
    toModelOutput({ results }) {
      if (results.length === 0) return [{ type: 'text', text: 'No results.' }];
      const lines = results.map(({ title, url, snippet }, index) => `${index + 1}. ${title}\n   ${url}\n   ${snippet}`);
      return [{ type: 'text', text: untrustedText(lines.join('\n'), 'web search') }];
    },
  });
}
