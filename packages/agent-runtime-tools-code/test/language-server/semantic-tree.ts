import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { expect, onTestFinished } from 'vitest';
import { createCodeEngine, type CodeEngine, type LanguageServerCommands } from '../../src/index.ts';
import { codeTree, type TreeFiles } from '../code-tree.ts';

export const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }',
  'package.json': '{ "type": "module" }',
  'src/shop.ts':
    'export class Shop {\n  sell(count: number): number {\n    return count;\n  }\n}\nexport const limit = 3;\n',
  'src/other.ts': 'export class Other {\n  sell(): void {}\n}\nexport const limit = 4;\n',
  'src/main.ts': [
    "import { Shop, limit as most } from './shop.js';",
    "import { Other } from './other.js';",
    'const shop = new Shop();',
    'shop.sell(most);',
    'new Other().sell();',
    'function inner(limit: number): number {',
    '  return limit;',
    '}',
    'inner(most);',
  ].join('\n'),
};

/** A tree with an engine that may start language servers. None of them outlives the engine. */
export async function semanticTree(files: TreeFiles, languageServers: LanguageServerCommands = {}) {
  const tree = await codeTree(files);
  const processes = createProcesses();
  const engine: CodeEngine = createCodeEngine({ workspace: tree.workspace, processes, languageServers });
  onTestFinished(async () => {
    await engine.shutdown();
    expect(processes.list().filter(({ status }) => status === 'running')).toEqual([]);
    await processes.shutdown();
  });
  const references = async (symbol: string, file: string) => {
    const { references: found, precision, notes } = await engine.findReferences(symbol, '.', { file });
    const places = found.map(({ file: name, line, column, role }) => `${name}:${line}:${column} ${role}`);
    return { places, precision, notes };
  };
  return { ...tree, engine, processes, references };
}
