import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { readAtMost, type GuardedResponse } from '@ku0/agent-runtime-tools-net';
import { convertDocument } from '../convert/convert-document.ts';
import { decodeText } from '../convert/decode-text.ts';
import { stripTags } from '../convert/strip-tags.ts';
import { webErrors } from '../errors.ts';
import type { WebAccess } from '../web-access.ts';
import type { CachedAnswer } from './response-cache.ts';

export interface FetchRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly format: 'markdown' | 'text' | 'html' | 'raw';
  readonly maxBytes: number;
}

export interface FetchedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly contentType: string;
  readonly title?: string;
  readonly body: string;
  /** How `body` is to be read. */
  readonly encoding: 'text' | 'base64';
  readonly truncated: boolean;
  readonly bytes: number;
  readonly warnings: string[];
}

export interface FetchOptions {
  readonly access: WebAccess;
  readonly principal: string;
  readonly signal: AbortSignal;
  /** Nobody was asked about this call, so that it must stay with the allowed hosts, redirects included. */
  readonly isUnasked: boolean;
}

/** Requests an address and converts the answer to the wanted format. */
export async function webFetch(request: FetchRequest, options: FetchOptions): Promise<FetchedPage> {
  const { access, signal } = options;
  const url = access.network.checkUrl(request.url);
  if (access.robots !== undefined && !(await access.robots.allows(url, signal)))
    throw new ToolFailure(webErrors.ROBOTS_DISALLOWED());
  const answer = await download(request, options);
  return convert(answer, request, signal);
}

async function download(
  request: FetchRequest,
  { access, principal, signal, isUnasked }: FetchOptions,
): Promise<CachedAnswer> {
  const { url, method, body, timeoutMs, maxBytes } = request;
  const headers = new Headers(request.headers);
  headers.set('user-agent', access.userAgent);
  if (!headers.has('accept')) headers.set('accept', 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5');
  // An answer to a request with headers of its own may be meant for that request alone.
  const isCacheable = method === 'GET' && Object.keys(request.headers).length === 0;
  const cached = isCacheable ? access.cache.get(principal, url) : undefined;
  if (cached?.headers['etag'] !== undefined) headers.set('if-none-match', cached.headers['etag']);
  else if (cached?.headers['last-modified'] !== undefined)
    headers.set('if-modified-since', cached.headers['last-modified']);
  const response = await access.network.fetch(url, {
    method,
    headers,
    signal,
    timeoutMs,
    maxBytes: Infinity,
    ...(body !== undefined && { body }),
    ...(isUnasked && { allowHosts: access.options.allowHosts ?? [] }),
  });
  if (response.status === 304 && cached !== undefined) {
    await response.body?.cancel();
    return cached;
  }
  const answer = await answerOf(response, maxBytes);
  if (isCacheable) access.cache.set(principal, url, answer);
  return answer;
}

async function answerOf(response: GuardedResponse, maxBytes: number): Promise<CachedAnswer> {
  const { bytes, truncated } = await readAtMost(response, maxBytes);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'));
  return { bytes, truncated, status: response.status, headers, url: response.url };
}

async function convert(answer: CachedAnswer, { format }: FetchRequest, signal: AbortSignal): Promise<FetchedPage> {
  const contentType = answer.headers['content-type'] ?? '';
  const page = {
    url: answer.url,
    status: answer.status,
    headers: { ...answer.headers },
    contentType,
    truncated: answer.truncated,
    bytes: answer.bytes.byteLength,
    encoding: 'text' as const,
    warnings: [] as string[],
  };
  if (isPdf(answer, contentType) && format !== 'raw') {
    const converted = await convertDocument(
      { kind: 'pdf', bytes: new Uint8Array(answer.bytes) },
      { signal, timeoutMs: PDF_TIMEOUT_MS },
    );
    if (converted.ok) return { ...page, body: converted.text };
    throw new ToolFailure(
      webErrors.CONVERSION_FAILED({ message: `The PDF could not be read: ${printable(converted.reason)}.` }),
    );
  }
  if (isBinary(answer.bytes, contentType)) {
    if (format !== 'raw')
      throw new ToolFailure(
        webErrors.BINARY_CONTENT({ message: `The answer is ${printable(contentType || 'binary data')}, not text.` }),
      );
    return { ...page, body: Buffer.from(answer.bytes).toString('base64'), encoding: 'base64' };
  }
  const { text } = decodeText(answer.bytes, contentType);
  const isHtml = /\bx?html\b/i.test(contentType) || (contentType === '' && /^\s*<(?:!doctype html|html)\b/i.test(text));
  if (!isHtml || format === 'html' || format === 'raw') return { ...page, body: text };
  const converted = await convertDocument({ kind: format, html: text, url: answer.url }, { signal });
  if (converted.ok)
    return { ...page, body: converted.text, ...(converted.title !== undefined && { title: converted.title }) };
  page.warnings.push(
    `The page could not be converted (${printable(converted.reason)}): this is its text without structure.`,
  );
  return { ...page, body: stripTags(text) };
}

const PDF_TIMEOUT_MS = 20_000;

function isPdf({ bytes }: CachedAnswer, contentType: string): boolean {
  return /^application\/pdf\b/i.test(contentType) || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
}

/** Images, archives and the like, whatever the server calls them. */
function isBinary(bytes: Uint8Array, contentType: string): boolean {
  if (/^(image\/(?!svg)|audio\/|video\/|font\/)/i.test(contentType)) return true;
  if (/charset=utf-?(16|32)/i.test(contentType)) return false;
  const head = bytes.subarray(0, 8192);
  return head.includes(0) && !(head[0] === 0xff && head[1] === 0xfe) && !(head[0] === 0xfe && head[1] === 0xff);
}
