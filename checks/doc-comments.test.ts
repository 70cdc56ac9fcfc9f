import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkDocComments } from './src/check-doc-comments.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-core';

describe('doc comments', () => {
  it('are at the members that need one, in this repository', () => {
    expect(checkDocComments(root)).toEqual([]);
  });

  it('are missed at a member of a published interface, and at no other', () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: { name: '@ku0/agent-runtime-tools-core', version: '1.0.0' },
      'checks/surface/core.txt': '[.]\ntype Context\ntype Options\n',
      [`${folder}/src/context.ts`]: [
        'export interface Context<T> {',
        '  readonly taskId: string;',
        '  readonly services: T;',
        '  /** Who it is. */',
        '  readonly principal?: string;',
        '}',
        'export interface Internal {',
        '  readonly limits: number;',
        '}',
        'export interface Options extends Internal {',
        '  guards?: { readonly limits: number };',
        '}',
      ].join('\n'),
    });
    expect(checkDocComments(tree)).toEqual([
      `${folder}/src/context.ts: Context.services has no doc comment`,
      `${folder}/src/context.ts: Options.guards has no doc comment`,
    ]);
  });
});
