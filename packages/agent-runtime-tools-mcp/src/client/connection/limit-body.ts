/**
 * Limits the size of a response's body. In a stream of events, each event is limited, because the stream may go on for days: a
 * blank line ends an event.
 */
export function limitBody(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isEvents = (headers.get('content-type') ?? '').includes('text/event-stream');
  let size = 0;
  let atLineStart = false;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = isEvents ? lastEventEnd(chunk, atLineStart) : -1;
      size = end === -1 ? size + chunk.byteLength : chunk.byteLength - end;
      atLineStart = chunk.at(-1) === NEW_LINE;
      if (size > maxBytes || chunk.byteLength > maxBytes)
        throw new RangeError(`An answer of the server is larger than ${maxBytes} bytes.`);
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limit), { status, statusText, headers });
}

const NEW_LINE = 10;
const RETURN = 13;

/** The position behind the last blank line of a chunk, or -1. */
function lastEventEnd(chunk: Uint8Array, startsLine: boolean): number {
  let end = -1;
  let isBlank = startsLine;
  for (const [index, byte] of chunk.entries()) {
    if (byte === NEW_LINE) {
      if (isBlank) end = index + 1;
      isBlank = true;
    } else if (byte !== RETURN) isBlank = false;
  }
  return end;
}
