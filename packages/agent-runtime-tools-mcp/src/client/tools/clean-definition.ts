import { printable } from '@ku0/agent-runtime-tools-core';
import type { Tool as McpTool } from '@modelcontextprotocol/client';
import { nameProblem } from './tool-names.ts';

/** A tool's definition as it may be shown to models and people, or why it is refused. */
export type CleanDefinition =
  | {
      readonly ok: true;
      readonly description: string;
      readonly title: string | undefined;
      readonly schemas: CleanSchemas;
    }
  | { readonly ok: false; readonly problem: string };

export interface CleanSchemas {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>> | undefined;
}

/** Makes hidden characters in descriptions visible, and refuses a tool that hides them where they cannot be replaced. */
export function cleanDefinition(tool: McpTool): CleanDefinition {
  const problem = nameProblem(tool.name);
  if (problem !== undefined) return { ok: false, problem };
  const { description = '', title, annotations, inputSchema, outputSchema } = tool;
  if (JSON.stringify([inputSchema, outputSchema ?? null]).length > MAX_SCHEMA_CHARS)
    return { ok: false, problem: `its schemas have more than ${MAX_SCHEMA_CHARS} characters` };
  const input = cleanSchema(inputSchema);
  const output = outputSchema === undefined ? undefined : cleanSchema(outputSchema);
  const left = JSON.stringify([input, output ?? null]);
  if (printable(left) !== left) return { ok: false, problem: 'a schema of it has invisible characters' };
  const shownTitle = title ?? annotations?.title;
  return {
    ok: true,
    description: visible(description),
    title: shownTitle === undefined ? undefined : printable(shownTitle.slice(0, MAX_TITLE_CHARS)),
    schemas: { input, output },
  };
}

const MAX_SCHEMA_CHARS = 200_000;
const MAX_DESCRIPTION_CHARS = 10_000;
const MAX_TITLE_CHARS = 200;

function visible(text: string): string {
  const cut = text.length > MAX_DESCRIPTION_CHARS ? `${text.slice(0, MAX_DESCRIPTION_CHARS)} [cut]` : text;
  return printable(cut.toWellFormed(), { multiline: true });
}

/** Texts for people and models are made visible; everything else stays as it is, because it has a meaning. */
function cleanSchema(schema: object): Readonly<Record<string, unknown>> {
  const clean = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new TypeError('a schema of it is nested too deeply');
    if (Array.isArray(value)) return value.map((item: unknown) => clean(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        TEXT_KEYWORDS.has(key) && typeof child === 'string' ? visible(child) : clean(child, depth + 1),
      ]),
    );
  };
  return clean(schema, 0) as Readonly<Record<string, unknown>>;
}

const TEXT_KEYWORDS = new Set(['description', 'title', '$comment']);
const MAX_DEPTH = 64;
