import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '../errors.ts';

/** A response whose body fails with an error when it exceeds its limits. */
export interface GuardedResponse extends Response {
  /** The addresses that redirected, in order. Empty for a direct answer. */
  readonly redirects: readonly string[];
}

/** Makes a response that knows its final address; those of the platform's constructor do not. */
export function guardedResponse(
  body: ReadableStream<Uint8Array> | null,
  {
    url,
    redirects,
    ...init
  }: ResponseInit & {
    readonly url: string;
    readonly redirects: readonly string[];
  },
): GuardedResponse {
  const properties = {
    url: { value: url },
    redirected: { value: redirects.length > 0 },
    redirects: { value: redirects },
  };
  return Object.defineProperties(new Response(body, init), properties) as GuardedResponse;
}

/** Reads at most `maxBytes` of a body; the rest is not downloaded. */
export async function readAtMost(
  response: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return { bytes: new Uint8Array(), truncated: false };
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, maxBytes), truncated: size > maxBytes };
}

/** Passes a body on up to a number of bytes, counted after decompression, and calls `onEnd` once when it is over. */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, failure, onEnd }: { maxBytes: number; failure: (error: unknown) => unknown; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > maxBytes)
          throw new ToolFailure(netErrors.TOO_LARGE({ message: `The answer is larger than ${maxBytes} bytes.` }));
        controller.enqueue(value);
      } catch (error) {
        void reader.cancel(error).catch(() => undefined);
        onEnd();
        controller.error(failure(error));
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason).catch(() => undefined);
    },
  });
}
