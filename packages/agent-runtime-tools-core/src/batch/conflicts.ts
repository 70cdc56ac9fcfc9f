import type { ResourceUse } from '../contracts/tool-handler.ts';

/** Whether two calls use the same resource and at least one of them writes it. */
export function conflicts(a: readonly ResourceUse[], b: readonly ResourceUse[]): boolean {
  return a.some((first) =>
    b.some((second) => (first.access === 'write' || second.access === 'write') && overlaps(first.key, second.key)),
  );
}

function overlaps(a: string, b: string): boolean {
  return a === b || a === '*' || b === '*' || contains(a, b) || contains(b, a);
}

function contains(folder: string, inside: string): boolean {
  return inside.startsWith(folder) && (folder.endsWith('/') || inside.charAt(folder.length) === '/');
}
