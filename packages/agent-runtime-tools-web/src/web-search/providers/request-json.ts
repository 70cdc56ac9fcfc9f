import { isRecord } from '@ku0/agent-runtime-tools-core';
import { readAtMost, type GuardedRequestInit, type Network } from '@ku0/agent-runtime-tools-net';

/** The JSON that a search service answers with. Messages never repeat the request: it holds the key. */
export async function requestJson(network: Network, url: URL, init: GuardedRequestInit): Promise<unknown> {
  const response = await network.fetch(url, { timeoutMs: 20_000, redirect: 'error', maxBytes: Infinity, ...init });
  const { bytes, truncated } = await readAtMost(response, MAX_BYTES);
  if (!response.ok) throw new Error(`the service answered with status ${response.status}`);
  if (truncated) throw new Error(`the service answered with more than ${MAX_BYTES} bytes`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    throw new Error('the service did not answer with JSON');
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

/** The entries of a list somewhere in an answer; an empty list where there is none. */
export function entriesAt(answer: unknown, ...path: string[]): readonly Readonly<Record<string, unknown>>[] {
  let value = answer;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textAt(entry: Readonly<Record<string, unknown>>, key: string): string {
  const value = entry[key];
  return typeof value === 'string' ? value : '';
}
