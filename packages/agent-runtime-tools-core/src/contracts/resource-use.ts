/**
 * A resource that a call reads or writes. Two uses conflict if one of them writes and their keys are equal, or one key is
 * a parent folder of the other (`file:src` and `file:src/a.ts`). The key `*` conflicts with every other.
 */
export interface ResourceUse {
  readonly key: string;
  readonly access: 'read' | 'write';
}
