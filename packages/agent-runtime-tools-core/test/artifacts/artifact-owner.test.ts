import { expect, it } from 'vitest';
import { mayReadArtifact } from '../../src/index.ts';

it.each([
  ['its own task', { principalId: 'ada', taskId: 'child' }, true],
  ['a task above it', { principalId: 'ada', taskId: 'parent' }, true],
  ['another task', { principalId: 'ada', taskId: 'other' }, false],
  ['the same task of somebody else', { principalId: 'bob', taskId: 'child' }, false],
  ['a task above it of somebody else', { principalId: 'bob', taskId: 'parent' }, false],
  ['the same task of nobody', { principalId: '', taskId: 'child' }, false],
])('an artifact is kept from others than its task and those above: %s', (_, reader, isAllowed) => {
  const owner = { principalId: 'ada', taskId: 'child', parentTasks: ['parent'] };
  expect(mayReadArtifact(owner, reader)).toBe(isAllowed);
});
