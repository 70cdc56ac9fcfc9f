import { posix } from 'node:path';
import type { ResourceUse } from '@ku0/agent-runtime-tools-core';

/**
 * The resource of a file, by which calls of a batch are scheduled. A path that means nothing without the disk (absolute, the
 * root, one that goes up) stands for all files.
 */
export function fileResource(path: string, access: ResourceUse['access']): ResourceUse {
  const plain = posix.normalize(path).replace(/\/+$/, '');
  const isPlain = plain !== '.' && plain !== '' && !/^(?:\.\.(?:\/|$)|\/|[a-z]:|\\)/i.test(plain);
  return { key: isPlain ? `file:${plain}` : '*', access };
}

/** The resource that conflicts with every file. */
export function allFilesResource(access: ResourceUse['access']): ResourceUse {
  return { key: '*', access };
}
