import { Type } from '@ku0/agent-runtime-tools-core';

export const FILE_STATE = Type.Enum([
  'unmodified',
  'modified',
  'added',
  'deleted',
  'renamed',
  'copied',
  'type-changed',
  'unmerged',
  'untracked',
  'ignored',
]);
