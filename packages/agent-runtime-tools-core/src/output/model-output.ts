import type { ContentPart } from '../contracts/content-part.ts';
import type { ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { cutText } from '../text/cut-text.ts';

export interface ModelOutputOptions {
  /** Default 30,000 characters for all text together. */
  readonly maxChars?: number;
  /** The model has a tool `read_artifact`: artifacts are named to it. Default false. */
  readonly readsArtifacts?: boolean;
}

/** What a model should read of a result: its parts, cut to size, with its warnings and what hooks have to add. */
export function modelOutput(
  result: ToolResult,
  handler?: ToolHandler,
  { maxChars = 30_000, readsArtifacts = false }: ModelOutputOptions = {},
): ContentPart[] {
  // Without a tool to read it, the name of an artifact is of no use.
  const artifact = readsArtifacts ? result.metadata.artifacts?.[0] : undefined;
  const note = artifact === undefined ? '' : `the whole is artifact ${artifact.id}, see read_artifact`;
  const parts = result.ok ? valueParts(result.value, handler) : [textPart(errorText(result))];
  let left = maxChars;
  const cut = parts.map((part): ContentPart => {
    if (part.type === 'image') return part;
    const text = cutText(textOf(part), Math.max(0, left), note);
    left -= text.length;
    return part.type === 'json' && text.length === textOf(part).length ? part : textPart(text);
  });
  if (artifact !== undefined && !cut.some((part) => part.type === 'text' && part.text.includes(artifact.id)))
    cut.push(textPart(`[${note}]`));
  const warnings = unsaid(result.metadata.warnings ?? [], cut);
  if (warnings.length > 0) cut.push(textPart(cutText(warnings.join('\n'), MAX_WARNING_CHARS, '')));
  const added = result.metadata.contextModifications;
  if (added !== undefined && added.length > 0) cut.push(textPart(cutText(added.join('\n'), MAX_CONTEXT_CHARS, '')));
  return cut;
}

/** Many tools tell their warnings in their own words too. */
function unsaid(warnings: readonly string[], parts: readonly ContentPart[]): string[] {
  const said = parts.map((part) => (part.type === 'text' ? part.text : ''));
  return warnings
    .filter((warning) => !said.some((text) => text.includes(warning)))
    .map((warning) => `Warning: ${warning}`);
}

/** All the text a model would read of a value, uncut; undefined when it cannot be written. */
export function modelText(value: unknown, handler: ToolHandler): string | undefined {
  const texts = valueParts(value, handler).map((part) => (part.type === 'image' ? '' : textOf(part)));
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
      // A rendering that fails must not hide the value: fall through to the plain form.
    }
  }
  return [typeof value === 'string' ? textPart(value) : { type: 'json', value: value ?? null }];
}

function isPart(part: ContentPart | null | undefined): boolean {
  return part?.type === 'text' ? typeof part.text === 'string' : part?.type === 'json' || part?.type === 'image';
}

function errorText(result: ToolResult & { ok: false }): string {
  const { code, message, suggestion } = result.error;
  return suggestion === undefined
    ? `Error ${code}: ${message}`
    : `Error ${code}: ${message}\nSuggestion: ${suggestion}`;
}

function textOf(part: Exclude<ContentPart, { type: 'image' }>): string {
  if (part.type === 'text') return part.text;
  try {
    return JSON.stringify(part.value) ?? 'null';
  } catch {
    return UNWRITABLE;
  }
}

function textPart(text: string): ContentPart {
  return { type: 'text', text };
}
