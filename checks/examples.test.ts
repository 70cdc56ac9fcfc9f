import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { pageExamples } from './src/examples/page-examples.ts';
import { runExample } from './src/examples/run-example.ts';
import { stageExamples } from './src/examples/staged-examples.ts';
import type { StagedExamples } from './src/examples/staged-examples.ts';
import { temporaryTree } from './src/temporary-tree.ts';
import { typeCheck } from './src/examples/type-check.ts';

describe('examples in the pages', () => {
  const examples = pageExamples(root);
  const staged = stageExamples(root, examples);
  afterAll(() => staged.remove());

  it('import only what some package of the workspace declares together', () => {
    expect(examples.filter(({ home }) => home === undefined).map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('have no type errors', { timeout: 60_000 }, async () => {
    expect(await typeCheck(root, staged.examples.length === 0 ? [] : [staged.project])).toEqual([]);
  });

  it.for(staged.examples.filter(({ runs }) => runs))('$page:$line runs', { timeout: 40_000 }, async (example) => {
    expect(await runExample(root, example)).toMatchObject({ ok: true });
  });
});

describe('the run of an example', () => {
  const page = (code: string, words = ''): Record<string, unknown> => ({
    'package.json': { type: 'module' },
    'tsconfig.test.json': { compilerOptions: { noEmit: true, types: [], module: 'nodenext', lib: ['es2023'] } },
    'packages/a/package.json': { name: '@ku0/a', type: 'module', exports: './a.js' },
    'packages/a/a.js': 'export const greeting = "hello";',
    'packages/a/README.md': `# a\n\n\`\`\`ts${words}\n${code}\n\`\`\`\n`,
  });
  const stage = (files: Record<string, unknown>): StagedExamples & { tree: string } => {
    const tree = temporaryTree(files);
    const staged = stageExamples(tree, pageExamples(tree));
    onTestFinished(() => staged.remove());
    return { ...staged, tree };
  };
  const outcomeOf = async (code: string): Promise<unknown> => {
    const {
      tree,
      examples: [example],
    } = stage(page(code));
    return example && runExample(tree, example, 4000);
  };

  it('finds the package by its own name, and the page in the folder it runs in', async () => {
    const code = `
      import { readFileSync } from 'node:fs';
      import { greeting } from '@ku0/a';
      const title: string = readFileSync('README.md', 'utf8').slice(0, 3);
      console.log(greeting, title, process.env.HOME);`;
    expect(await outcomeOf(code)).toEqual({ ok: true, output: expect.stringMatching(/^hello # a .*example-home-/) });
  });

  it('fails when the example throws', async () => {
    const outcome = await outcomeOf("throw new Error('broken');");
    expect(outcome).toEqual({ ok: false, output: expect.stringContaining('broken') });
  });

  it('fails when the example does not end', async () => {
    const outcome = await outcomeOf('setInterval(() => {}, 1000);');
    expect(outcome).toEqual({ ok: false, output: expect.stringContaining('did not end within 4000 ms') });
  });

  it('type-checks an example that is marked no-run, and does not run it', async () => {
    const { tree, examples, project } = stage(page('const x: string = 1;', ' no-run'));
    expect(examples).toEqual([expect.objectContaining({ runs: false, line: 4, page: 'packages/a/README.md' })]);
    expect((await typeCheck(tree, [project])).join('\n')).toContain('packages-a-README-md-4.ts(1,7): error TS2322');
  });

  it('goes to the package that declares what the page imports', () => {
    const tree = temporaryTree({
      'README.md': "```ts\nimport '@ku0/a'; import '@ku0/b';\n```\n\n```ts\nimport 'unknown';\n```\n\n```sh\nls\n```\n",
      'apps/x/package.json': { name: '@ku0/x', dependencies: { '@ku0/a': 'workspace:^', '@ku0/b': 'workspace:^' } },
      'packages/a/package.json': { name: '@ku0/a' },
      'packages/b/package.json': { name: '@ku0/b' },
    });
    expect(pageExamples(tree).map(({ home, line }) => ({ home, line }))).toEqual([
      { home: 'apps/x', line: 2 },
      { home: undefined, line: 6 },
    ]);
  });

  it('leaves nothing behind', async () => {
    const { tree, examples, remove } = stage(page('console.log(1);'));
    for (const example of examples) await runExample(tree, example);
    remove();
    expect(['.cache', 'packages/a/.cache'].flatMap((folder) => readdirSync(join(tree, folder)))).toEqual([]);
  });
});
