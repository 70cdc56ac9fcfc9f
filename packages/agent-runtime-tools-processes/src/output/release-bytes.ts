/**
 * Gives the memory of a buffer back at once. Garbage collection notices freed buffers only after some 64 MB of them,
 * which is what reading a fast program would otherwise cost. The buffer must not be used afterwards; one that shares
 * its memory with others is left alone.
 */
export function releaseBytes(bytes: Buffer): void {
  const { buffer } = bytes;
  if (bytes.byteLength === buffer.byteLength && bytes.byteLength > 0 && buffer instanceof ArrayBuffer)
    buffer.transfer(0);
}
