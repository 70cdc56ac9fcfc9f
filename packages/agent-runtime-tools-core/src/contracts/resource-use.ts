/**
 * Something a call touches. Two uses conflict when one of them writes and their keys are equal, or one key
 * is the folder of the other (`file:src` and `file:src/a.ts`). The key `*` conflicts with everything.
 */
export interface ResourceUse {
  readonly key: string;
  readonly access: 'read' | 'write';
}
