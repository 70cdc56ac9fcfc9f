import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll } from 'vitest';
import { codePack, createCodeEngine } from '../src/index.ts';

const FILES = {
  'src/a.ts': "import { two } from './b.ts';\n/** One. */\nexport const one = () => two;\n",
  'src/b.ts': 'export const two = 2;\n',
  'notes.txt': 'plain text\n',
};
const state = await mkdtemp(join(tmpdir(), 'code-contract-'));
afterAll(() => rm(state, { recursive: true, force: true }));

const missing = { name: 'a file that is not there', expect: 'FILE_NOT_FOUND' };

packContract(codePack(), {
  folder: () => createTestFolder(FILES),
  services: ({ path }) => {
    const workspace = createWorkspace({ roots: [path], state });
    return { workspace, code: createCodeEngine({ workspace }) };
  },
  samples: {
    search_code: {
      samples: [
        { params: { query: 'one' } },
        { name: 'a pattern', params: { pattern: 'const $NAME = $VALUE' } },
        { name: 'an invalid pattern', params: { pattern: 'one(' }, expect: 'INVALID_CODE_PATTERN' },
        { ...missing, params: { query: 'one', path: 'nope' } },
      ],
      badSamples: [{ params: { query: 'one', limit: 'many' }, mentions: 'limit' }],
    },
    get_codebase_map: {
      samples: [{ params: {} }, { ...missing, params: { path: 'nope' } }],
      badSamples: [{ params: { maxTokens: 'many' }, mentions: 'maxTokens' }],
    },
    get_symbol_info: {
      samples: [
        { params: { symbol: 'one', file: 'src/a.ts' } },
        { name: 'an unknown symbol', params: { symbol: 'three', file: 'src/a.ts' }, expect: 'SYMBOL_NOT_FOUND' },
        { name: 'a text file', params: { symbol: 'one', file: 'notes.txt' }, expect: 'UNSUPPORTED_LANGUAGE' },
        { ...missing, params: { symbol: 'one', file: 'nope.ts' } },
      ],
      badSamples: [{ params: { symbol: 'one' }, mentions: 'file' }],
    },
    get_imports_exports: {
      samples: [
        { params: { file: 'src/a.ts' } },
        { name: 'a folder', params: { file: 'src' }, expect: 'IS_DIRECTORY' },
        { ...missing, params: { file: 'nope.ts' } },
      ],
      badSamples: [{ params: {}, mentions: 'file' }],
    },
    build_dependency_graph: {
      samples: [{ params: { format: 'mermaid' } }, { ...missing, params: { path: 'nope' } }],
      badSamples: [{ params: { format: 'svg' }, mentions: 'format' }],
    },
    resolve_symbol: {
      samples: [
        { params: { symbol: 'two', file: 'src/a.ts' } },
        { name: 'an unknown symbol', params: { symbol: 'three', file: 'src/a.ts' }, expect: 'SYMBOL_NOT_FOUND' },
        { ...missing, params: { symbol: 'one', file: 'nope.ts' } },
      ],
      badSamples: [{ params: { symbol: 'one' }, mentions: 'file' }],
    },
    find_references: {
      samples: [
        { params: { symbol: 'two' } },
        { name: 'of a file', params: { symbol: 'two', file: 'src/b.ts', line: 1 } },
        { ...missing, params: { symbol: 'one', file: 'nope.ts' } },
      ],
      badSamples: [{ params: { symbol: 'one', line: 1 }, mentions: 'line' }],
    },
    list_code_definitions: {
      samples: [{ params: { path: 'src' } }, { ...missing, params: { path: 'nope' } }],
      badSamples: [{ params: {}, mentions: 'path' }],
    },
  },
});
