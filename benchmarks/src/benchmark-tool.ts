/** The tool that every case calls. It has the parameters of a file reader and does nothing. */
export const TOOL_NAME = 'read_file';
export const TOOL_DESCRIPTION = 'Read a file';
export const CONTENT = 'hello';

export interface ToolInput {
  path: string;
  offset?: number | undefined;
  limit?: number | undefined;
  tags?: string[] | undefined;
}

export interface ToolOutput {
  content: string;
}

export const VALID = Object.freeze({ path: 'src/index.ts', offset: 10, limit: 200, tags: ['a', 'b'] });
export const INVALID = Object.freeze({ path: 'src/index.ts', offset: -1 });
export const VALID_TEXT = JSON.stringify(VALID);
export const INVALID_TEXT = JSON.stringify(INVALID);

export async function handle(_input: ToolInput): Promise<ToolOutput> {
  return { content: CONTENT };
}

export function hasContent(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'content' in outcome && outcome.content === CONTENT;
}

export const INPUT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['path'],
  properties: {
    path: { type: 'string' },
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
  },
} as const;
