import { printable, type ContentPart } from '@ku0/agent-runtime-tools-core';
import { diffLines, isDiff, type Paint } from '@ku0/agent-runtime-tools-terminal';

/** The model's view of a result as lines for a person: text unchanged, data field by field, the rest by type and size. */
export function valueLines(parts: readonly ContentPart[], paint: Paint): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return textLines(part.text, paint);
    if (part.type === 'json') return dataLines(part.value, paint);
    if (part.type === 'resource' && part.text !== undefined) return textLines(part.text, paint);
    const what = part.mediaType ?? (part.type === 'resource' ? printable(part.uri) : part.type);
    return [paint.dim(`[${what}, about ${Math.ceil(((part.data ?? '').length * 3) / 4 / 1024)} KiB]`)];
  });
}

function textLines(text: string, paint: Paint): string[] {
  if (isDiff(text)) return diffLines(text, paint);
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
  return whole === '' ? [] : paint.plain(whole).split('\n');
}

function dataLines(value: unknown, paint: Paint): string[] {
  if (typeof value === 'string') return textLines(value, paint);
  if (!isFields(value)) return jsonLines(value, paint);
  return Object.entries(value).flatMap(([key, member]) => fieldLines(key, member, paint));
}

function fieldLines(key: string, value: unknown, paint: Paint): string[] {
  const label = paint.cyan(`${printable(key)}:`);
  if (typeof value !== 'string') {
    const [first = '', ...rest] = jsonLines(value, paint);
    return [`${label} ${first}`, ...rest];
  }
  const lines = textLines(value, paint);
  return lines.length > 1 ? [label, ...lines.map((line) => `  ${line}`)] : [`${label} ${lines.join('')}`];
}

/** On one line if it is short. */
function jsonLines(value: unknown, paint: Paint): string[] {
  const short = JSON.stringify(value) ?? 'null';
  return paint.plain(short.length <= MAX_ONE_LINE_CHARS ? short : JSON.stringify(value, undefined, 2)).split('\n');
}

const MAX_ONE_LINE_CHARS = 100;

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}
