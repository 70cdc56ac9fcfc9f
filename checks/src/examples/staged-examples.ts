import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { PageExample } from './page-examples.ts';

export interface StagedExample extends PageExample {
  /** The absolute path of the file that holds its code. */
  readonly file: string;
}

export interface StagedExamples {
  readonly examples: readonly StagedExample[];
  /** The TypeScript project of all of them: its folder, relative to the root. */
  readonly project: string;
  readonly remove: () => void;
}

/** Writes each example to a file below its home, so that its imports are resolved there. */
export function stageExamples(root: string, pages: readonly PageExample[]): StagedExamples {
  const folders = new Map<string, string>();
  const folderIn = (home: string): string => {
    const folder = folders.get(home) ?? makeFolder(join(root, home));
    folders.set(home, folder);
    return folder;
  };
  const examples = pages.flatMap((example) => {
    if (example.home === undefined) return [];
    const file = join(folderIn(example.home), `${example.page.replaceAll(/\W+/g, '-')}-${example.line}.ts`);
    writeFileSync(file, `${example.code}\nexport {};\n`);
    return [{ ...example, file }];
  });
  const project = folderIn('.');
  const files = examples.map(({ file }) => relative(project, file));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.test.json', files }));
  return {
    examples,
    project: relative(root, project),
    remove: () => {
      for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Not below node_modules: Node strips no types there. A new one for each run: two runs may overlap. */
function makeFolder(home: string): string {
  mkdirSync(join(home, '.cache'), { recursive: true });
  return mkdtempSync(join(home, '.cache', 'examples-'));
}
