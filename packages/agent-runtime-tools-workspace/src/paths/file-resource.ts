import { posix } from 'node:path';
import type { ResourceUse } from '@ku0/agent-runtime-tools-core';

/**
 * A path as something a batch is scheduled by. What cannot be told without the disk (an absolute path, the root, a
 * path that goes up) stands for every file.
 */
export function fileResource(path: string, access: ResourceUse['access']): ResourceUse {
  const plain = posix.normalize(path).replace(/\/+$/, '');
  const isTold = plain !== '.' && plain !== '' && !/^(?:\.\.(?:\/|$)|\/|[a-z]:|\\)/i.test(plain);
  return { key: isTold ? `file:${plain}` : '*', access };
}

/** Every file. */
export function allFilesResource(access: ResourceUse['access']): ResourceUse {
  return { key: '*', access };
}
