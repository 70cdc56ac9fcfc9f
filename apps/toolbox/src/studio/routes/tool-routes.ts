import { Type, exampleArguments, type ToolHandler, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { effectWords } from '@ku0/agent-runtime-tools-terminal';
import type { CallAnswer, DryRunAnswer, Overview, ToolDetails, ToolSummary } from '@ku0/studio/api';
import { firstSentence } from '../../describe/tool-summary.ts';
import { roughSize } from '../events/rough-size.ts';
import { ApiFailure, type Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { visibleCopy } from '../visible-copy.ts';
import { Arguments, JsonObject, Texts } from './schemas.ts';

/** The tools: listing, describing and calling them. */
export function toolRoutes({ tools, workspace, version, mcpUrl }: StudioParts, startedAt: number): Route[] {
  const toolOf = (name: string | undefined): ToolHandler => {
    const tool = tools.get(name ?? '');
    if (tool !== undefined) return tool;
    throw new ApiFailure(404, 'TOOL_NOT_FOUND', `There is no tool ${name ?? ''}.`);
  };
  return [
    {
      method: 'GET',
      path: '/api/overview',
      summary: 'Where the Studio runs, and what it serves.',
      answer: Type.Object({
        workspace: Type.String(),
        version: Type.String(),
        startedAt: Type.Number(),
        tools: Type.Number(),
        mcpUrl: Type.Optional(Type.String()),
      }),
      handle: (): Overview => ({
        workspace: workspace.folder,
        version,
        startedAt,
        tools: tools.getNames().length,
        ...(mcpUrl !== undefined && { mcpUrl }),
      }),
    },
    {
      method: 'GET',
      path: '/api/tools',
      summary: 'All tools, by family.',
      answer: Type.Array(Type.Object(SUMMARY)),
      handle: (): ToolSummary[] => {
        const identities = identitiesOf(tools);
        return tools.getAll().map((tool) => summaryOf(tool, identities.get(tool.name)));
      },
    },
    {
      method: 'GET',
      path: '/api/tools/:name',
      summary: 'One tool: its schemas, an example, and its definition in each wire format.',
      answer: Type.Object({
        ...SUMMARY,
        description: Type.String(),
        version: Type.String(),
        aliases: Texts,
        parameters: JsonObject,
        output: Type.Optional(JsonObject),
        example: Type.Unknown(),
        definitions: Type.Array(Type.Object({ format: Type.String(), definition: Type.Unknown() })),
      }),
      handle({ params }): ToolDetails {
        const tool = toolOf(params['name']);
        const identity = identitiesOf(tools).get(tool.name);
        const view = tools.view([tool.name]);
        return {
          ...summaryOf(tool, identity),
          description: tool.description,
          version: tool.version,
          aliases: identity?.aliases ?? [],
          parameters: { ...tool.parameters },
          ...(tool.output !== undefined && { output: { ...tool.output } }),
          example: exampleArguments(tool.parameters),
          definitions: FORMATS.map((format) => ({ format, definition: view.getToolDefinitions({ format })[0] })),
        };
      },
    },
    {
      method: 'POST',
      path: '/api/tools/:name/dry-run',
      summary: 'What a call would change. Changes nothing.',
      body: Arguments,
      answer: Type.Object({ result: JsonObject }),
      async handle({ params, body, signal }): Promise<DryRunAnswer> {
        const { name } = toolOf(params['name']);
        const result = await tools.dryRun<string>(name, argumentsOf(body), { taskId: TASK, signal });
        return { result: visibleCopy(result) };
      },
    },
    {
      method: 'POST',
      path: '/api/tools/:name/calls',
      summary: 'Makes a call and waits for its result. The call is stopped if the client disconnects.',
      body: Type.Object({ arguments: JsonObject, callId: Type.String({ pattern: '^[a-zA-Z0-9-]{1,64}$' }) }),
      answer: Type.Object({
        result: JsonObject,
        content: Type.Array(JsonObject),
        valueLeftOut: Type.Optional(Type.Literal(true)),
      }),
      async handle({ params, body, signal }): Promise<CallAnswer> {
        const { name } = toolOf(params['name']);
        const result = await tools.execute<string>(name, argumentsOf(body), {
          taskId: TASK,
          callId: callIdOf(body),
          signal,
        });
        const content = tools.toModelOutput(result);
        if (!result.ok || roughSize(result.value, MAX_VALUE_CHARS) < MAX_VALUE_CHARS) return { result, content };
        return { result: { ...result, value: undefined }, content, valueLeftOut: true };
      },
    },
  ];
}

/** The task of the calls that people make on the page. */
const TASK = 'studio';

const FORMATS = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'] as const;

const MAX_VALUE_CHARS = 4 * 1024 * 1024;

const SUMMARY = {
  name: Type.String(),
  family: Type.String(),
  summary: Type.String(),
  effects: Texts,
  approval: Type.Union([Type.Literal('always'), Type.Literal('sometimes'), Type.Literal('never')]),
};

/** A view's filter is shown the identity of every tool, which names its pack and its aliases. */
function identitiesOf(tools: StudioParts['tools']): Map<string, ToolIdentity> {
  const found = new Map<string, ToolIdentity>();
  tools.view((tool) => found.set(tool.name, tool).size > 0).getNames();
  return found;
}

function summaryOf(tool: ToolHandler, identity: ToolIdentity | undefined): ToolSummary {
  const { requiresApproval = false } = tool;
  return {
    name: tool.name,
    family: identity?.pack ?? 'other',
    summary: firstSentence(tool.description),
    effects: effectWords(tool),
    approval: requiresApproval === false ? 'never' : requiresApproval === true ? 'always' : 'sometimes',
  };
}

function argumentsOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'arguments' in body ? body.arguments : {};
}

function callIdOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'callId' in body ? String(body.callId) : '';
}
