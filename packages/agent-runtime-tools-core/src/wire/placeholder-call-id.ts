/** An id for a call whose provider gave none: it is not sent back. */
export function madeId(index: number): string {
  return `${PREFIX}${index}`;
}

export function isMadeId(id: string): boolean {
  return id.startsWith(PREFIX);
}

const PREFIX = 'unnamed-call-';
