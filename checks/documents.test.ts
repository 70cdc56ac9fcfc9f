import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkDocuments } from './src/check-documents.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const core = 'packages/agent-runtime-tools-core';

describe('documents', () => {
  it('name only files that exist, and have no dead links, in this repository', () => {
    expect(checkDocuments(root)).toEqual([]);
  });

  it('fail with a link that leads nowhere, in a page or a README', () => {
    const tree = temporaryTree({
      'README.md': '[a](docs/a.md#part) [gone](docs/gone.md) [out](https://example.com/x) [here](#here)',
      'docs/a.md': '[up](../README.md) [gone](b.md)',
      [`${core}/package.json`]: { name: '@ku0/agent-runtime-tools-core' },
      [`${core}/README.md`]: '[other](../agent-runtime-tools-gone)',
    });
    expect(checkDocuments(tree)).toEqual([
      'README.md: links to docs/gone.md, which does not exist',
      'docs/a.md: links to b.md, which does not exist',
      `${core}/README.md: links to ../agent-runtime-tools-gone, which does not exist`,
    ]);
  });

  it('fail with the name of a file that does not exist', () => {
    const tree = temporaryTree({
      'ARCHITECTURE.md':
        '# A\n`core/src/steps` has `call/call.ts`, `call/gone.ts`.\n# B\n`call/call.ts`, `core/src/gone.ts`, `checks/gone.ts`\n',
      [`${core}/package.json`]: { name: '@ku0/agent-runtime-tools-core' },
      [`${core}/src/steps/call/call.ts`]: '',
    });
    expect(checkDocuments(tree)).toEqual(
      ['call/gone.ts', 'call/call.ts', 'core/src/gone.ts', 'checks/gone.ts'].map(
        (name) => `ARCHITECTURE.md: names ${name}, which does not exist`,
      ),
    );
  });

  it('pass with names that are no paths of the repository, and with code in fences', () => {
    const tree = temporaryTree({
      'CONTRIBUTING.md': '`src/my-tool/` `errors.ts` `npm test` `a/b`\n```ts\nimport "./x/gone.ts";\n```\n',
    });
    expect(checkDocuments(tree)).toEqual([]);
  });
});
