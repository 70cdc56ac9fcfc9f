import { printable, type ContentPart } from '@ku0/agent-runtime-tools-core';
import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/client';

type Content = CallToolResult['content'][number];

/** The value of a remote tool's call. */
export interface RemoteToolValue {
  readonly content: readonly Content[];
  readonly structuredContent?: unknown;
}

export interface BoundedResult {
  readonly value: RemoteToolValue;
  readonly warnings: readonly string[];
  /** The structured content is too large to be kept. */
  readonly isTooLarge: boolean;
}

/** Keeps the beginning of a result that is too large, and says how much was left out. */
export function boundedResult({ content, structuredContent }: CallToolResult): BoundedResult {
  const warnings: string[] = [];
  const kept: Content[] = [];
  let room = MAX_CHARS;
  for (const item of content.slice(0, MAX_ITEMS)) {
    const size = sizeOf(item);
    if (size <= room) kept.push(item);
    else if (item.type === 'text' && room > 0) kept.push({ ...item, text: item.text.slice(0, room).toWellFormed() });
    else break;
    room -= size;
    if (room < 0) break;
  }
  const isCut = room < 0;
  if (isCut || kept.length < content.length) {
    const left = content.length - kept.length;
    const note = `The result was cut: ${[...(isCut ? [`only ${MAX_CHARS} characters of it are kept`] : []), ...(left > 0 ? [`${left} of ${content.length} parts were left out`] : [])].join(', ')}.`;
    kept.push({ type: 'text', text: `[${note}]` });
    warnings.push(note);
  }
  if (structuredContent === undefined) return { value: { content: kept }, warnings, isTooLarge: false };
  const isTooLarge = JSON.stringify(structuredContent).length > MAX_CHARS;
  if (isTooLarge) warnings.push(`The structured content has more than ${MAX_CHARS} characters and was left out.`);
  return { value: { content: kept, ...(!isTooLarge && { structuredContent }) }, warnings, isTooLarge };
}

const MAX_ITEMS = 1000;
const MAX_CHARS = 4 * 1024 * 1024;

function sizeOf(item: Content): number {
  if (item.type === 'text') return item.text.length;
  if (item.type === 'image' || item.type === 'audio') return item.data.length;
  return JSON.stringify(item).length;
}

/** A value as the model reads it. */
export function toContentParts({ content, structuredContent }: RemoteToolValue): ContentPart[] {
  const parts = content.map(contentPart);
  return parts.length === 0 && structuredContent !== undefined ? [{ type: 'json', value: structuredContent }] : parts;
}

function contentPart(item: Content): ContentPart {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'image', data: item.data, mediaType: item.mimeType };
    case 'audio':
      return { type: 'text', text: `[audio, ${printable(item.mimeType)}, ${item.data.length} characters of base64]` };
    case 'resource_link':
      return { type: 'text', text: `[resource ${printable(item.uri)}: ${printable(item.title ?? item.name)}]` };
    default:
      return resourcePart(item.resource);
  }
}

/** A resource as the model reads it. */
export function resourcePart(resource: ReadResourceResult['contents'][number]): ContentPart {
  const { uri, mimeType = 'unknown type' } = resource;
  if ('text' in resource) return { type: 'text', text: `[resource ${printable(uri)}]\n${resource.text}` };
  if (mimeType.startsWith('image/')) return { type: 'image', data: resource.blob, mediaType: mimeType };
  const size = resource.blob.length;
  return { type: 'text', text: `[resource ${printable(uri)}, ${printable(mimeType)}, ${size} characters of base64]` };
}

/** The text of an error result. */
export function errorText({ content }: CallToolResult): string {
  const text = content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  return text.trim() === '' ? 'The tool failed and said nothing.' : text;
}
