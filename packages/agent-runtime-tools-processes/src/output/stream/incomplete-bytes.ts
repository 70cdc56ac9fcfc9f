/** How many bytes at the end may be the beginning of a UTF-8 character that continues in the next chunk: 0 to 3. */
export function incompleteBytes(bytes: Buffer): number {
  const furthest = Math.min(3, bytes.length);
  for (let back = 1; back <= furthest; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return lengthFrom(byte) > back ? back : 0;
  }
  return 0;
}

function lengthFrom(firstByte: number): number {
  if (firstByte < 0xc2 || firstByte > 0xf4) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
