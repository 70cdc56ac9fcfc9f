import type { ContentPart, ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { cutText } from '../text/cut-text.ts';

export interface ModelOutputOptions {
  /** Default 30,000 characters for all text together. */
  readonly maxChars?: number;
  /** The model has a tool `read_artifact`, so the output names artifacts. Default false. */
  readonly readsArtifacts?: boolean;
}

/** The parts of a result that a model reads, cut to size, followed by warnings and the text that hooks add. */
export function modelOutput(
  result: ToolResult,
  handler?: ToolHandler,
  { maxChars = 30_000, readsArtifacts = false }: ModelOutputOptions = {},
): ContentPart[] {
  // The id of an artifact is of no use to a model that cannot read it.
  const artifact = readsArtifacts ? result.metadata.artifacts?.[0] : undefined;
  const note = artifact === undefined ? '' : `the whole is artifact ${artifact.id}, see read_artifact`;
  const rendering = result.metadata.answeredInPlace === true ? undefined : handler;
  const parts = result.ok ? valueParts(result.value, rendering) : [textPart(errorText(result))];
  let left = maxChars;
  const cut = parts.map((part): ContentPart => {
    if (part.type === 'image' || part.type === 'audio') return part;
    const text = cutText(textOf(part), Math.max(0, left), note);
    left -= text.length;
    if (part.type === 'resource') return part.text === undefined ? part : { ...part, text };
    return part.type === 'json' && text.length === textOf(part).length ? part : textPart(text);
  });
  if (artifact !== undefined && !cut.some((part) => part.type === 'text' && part.text.includes(artifact.id)))
    cut.push(textPart(`[${note}]`));
  const warnings = newWarnings(result.metadata.warnings ?? [], cut);
  if (warnings.length > 0) cut.push(textPart(cutText(warnings.join('\n'), MAX_WARNING_CHARS, '')));
  const added = result.metadata.contextModifications;
  if (added !== undefined && added.length > 0) cut.push(textPart(cutText(added.join('\n'), MAX_CONTEXT_CHARS, '')));
  return cut;
}

/** The warnings that the tool's own output does not contain yet. */
function newWarnings(warnings: readonly string[], parts: readonly ContentPart[]): string[] {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
  return warnings
    .filter((warning) => !texts.some((text) => text.includes(warning)))
    .map((warning) => `Warning: ${warning}`);
}

/** The full text that a model would read of a value; undefined if it cannot be serialised. */
export function modelText(value: unknown, handler: ToolHandler | undefined): string | undefined {
  const texts = valueParts(value, handler).map((part) =>
    part.type === 'image' || part.type === 'audio' ? '' : textOf(part),
  );
  return texts.includes(UNWRITABLE) ? undefined : texts.join('\n');
}

const MAX_CONTEXT_CHARS = 10_000;
const MAX_WARNING_CHARS = 2000;
const UNWRITABLE = '[a value that cannot be written as JSON]';

function valueParts(value: unknown, handler: ToolHandler | undefined): ContentPart[] {
  if (handler?.toModelOutput !== undefined) {
    try {
      const parts = handler.toModelOutput(value);
      if (Array.isArray(parts) && parts.every(isPart)) return parts;
    } catch {
      // If the tool's own rendering fails, the model reads the plain value.
    }
  }
  return [typeof value === 'string' ? textPart(value) : { type: 'json', value: value ?? null }];
}

function isPart(part: ContentPart | null | undefined): boolean {
  if (part?.type === 'text') return typeof part.text === 'string';
  if (part?.type === 'resource') return typeof part.uri === 'string';
  return part?.type === 'json' || part?.type === 'image' || part?.type === 'audio';
}

function errorText(result: ToolResult & { ok: false }): string {
  const { code, message, suggestion } = result.error;
  return suggestion === undefined
    ? `Error ${code}: ${message}`
    : `Error ${code}: ${message}\nSuggestion: ${suggestion}`;
}

function textOf(part: Exclude<ContentPart, { type: 'image' | 'audio' }>): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'resource') return part.text ?? '';
  try {
    return JSON.stringify(part.value) ?? 'null';
  } catch {
    return UNWRITABLE;
  }
}

function textPart(text: string): ContentPart {
  return { type: 'text', text };
}
