/**
 * Frees the memory of a buffer at once. The garbage collector notices freed buffers only after about 64 MB of them, which a
 * fast program prints in no time. The buffer must not be used afterwards. A buffer that shares its memory is left alone.
 */
export function freeBuffer(bytes: Buffer): void {
  const { buffer } = bytes;
  const ownsMemory = bytes.byteLength === buffer.byteLength && bytes.byteLength > 0;
  if (ownsMemory && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
