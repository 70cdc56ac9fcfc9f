import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  buildDependencyGraphTool,
  createCodeEngine,
  createDefaultContext,
  findReferencesTool,
  getCodebaseMapTool,
  getImportsExportsTool,
  getSymbolInfoTool,
  resolveSymbolTool,
  searchCodeTool,
  type RustEngine,
  type Tool,
} from '../../src/codecraft/index.ts';
import { searchCodeTool as listedSearchCode } from '../fixtures/codecraft/listed-search-code.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { mockContext } from './mock-context.ts';

const withoutTime = (result: object): unknown =>
  JSON.parse(JSON.stringify(result).replace(/"executionTimeMs":\d+/, '"executionTimeMs":0'));
const engineOf = (answer: () => unknown): RustEngine => ({
  generateRepoMap: vi.fn(answer),
  search: vi.fn(answer),
  getSymbolInfo: vi.fn(answer),
  getImportsExports: vi.fn(answer),
  buildDependencyGraph: vi.fn(answer),
  resolveSymbol: vi.fn(answer),
  findReferences: vi.fn(answer),
});
const questions: [Tool, keyof RustEngine, object, string[]][] = [
  [searchCodeTool, 'search', { query: 'q' }, ['.', 'q']],
  [searchCodeTool, 'search', { query: 'q', path: 'src' }, ['src', 'q']],
  [getCodebaseMapTool, 'generateRepoMap', {}, ['.']],
  [getSymbolInfoTool, 'getSymbolInfo', { symbol: 's', file: 'f' }, ['f', 's']],
  [getImportsExportsTool, 'getImportsExports', { file: 'f' }, ['f']],
  [buildDependencyGraphTool, 'buildDependencyGraph', { path: 'src' }, ['src']],
  [resolveSymbolTool, 'resolveSymbol', { symbol: 's', file: 'f' }, ['s', 'f']],
  [findReferencesTool, 'findReferences', { symbol: 's' }, ['s', '.']],
];

describe.each(questions)('%o', (tool, method, params, given) => {
  it('asks the engine of its context', async () => {
    const rustEngine = engineOf(() => [{ name: 'answer' }]);
    const result = await tool.execute(params, mockContext({}, { rustEngine }));
    expect(result).toEqual({
      success: true,
      data: [{ name: 'answer' }],
      metadata: { executionTimeMs: expect.any(Number) },
    });
    expect(rustEngine[method]).toHaveBeenCalledExactlyOnceWith(...given);
    expect(tool.capabilities.requiresRustEngine).toBe(true);
  });

  it('says that there is no engine', async () => {
    await expect(tool.execute(params, mockContext({}))).resolves.toEqual({
      success: false,
      error: { code: 'ENGINE_NOT_AVAILABLE', message: `Rust engine ${method} function not available` },
    });
  });

  it('reports what the engine throws', async () => {
    const rustEngine = engineOf(() => {
      throw new Error('parse failed');
    });
    const result = await tool.execute(params, mockContext({}, { rustEngine }));
    expect(result).toMatchObject({
      success: false,
      error: { code: expect.stringMatching(/_ERROR$/), message: 'parse failed' },
    });
  });
});

describe('search_code', () => {
  it('answers as the older tool does', async () => {
    const listed: Tool = listedSearchCode;
    const { name, description, version, parameters, capabilities } = listed;
    expect(searchCodeTool).toMatchObject({ name, description, version, parameters, capabilities });
    const broken = (): never => {
      throw new Error('broken');
    };
    for (const rustEngine of [undefined, engineOf(() => [1]), engineOf(broken)]) {
      const context = mockContext({}, { rustEngine });
      const params = { query: 'q' };
      expect(withoutTime(await searchCodeTool.execute(params, context))).toEqual(
        withoutTime(await listed.execute(params, context)),
      );
    }
  });
});

describe('the current engine in the older form', () => {
  const project = (): string => {
    const folder = temporaryFolder();
    vi.stubEnv('TOOLBOX_HOME', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src/math.ts'),
      '/** Adds. */\nexport function add(a: number, b: number) { return a + b; }\n',
    );
    writeFileSync(join(folder, 'src/main.ts'), "import { add } from './math.ts';\nexport const three = add(1, 2);\n");
    return folder;
  };

  it('answers all questions', async () => {
    const context = createDefaultContext(createCodeEngine({ cwd: project() }));
    const ask = async (tool: Tool, params: object): Promise<unknown> => (await tool.execute(params, context)).data;
    await expect(ask(searchCodeTool, { query: 'add' })).resolves.toMatchObject([{ name: 'add', file: 'src/math.ts' }]);
    await expect(ask(getCodebaseMapTool, {})).resolves.toContain('src/math.ts');
    await expect(ask(getSymbolInfoTool, { symbol: 'add', file: 'src/math.ts' })).resolves.toMatchObject({
      name: 'add',
      kind: 'function',
      line: 2,
    });
    await expect(ask(getImportsExportsTool, { file: 'src/main.ts' })).resolves.toMatchObject({
      imports: [{ source: './math.ts' }],
    });
    await expect(ask(buildDependencyGraphTool, {})).resolves.toMatchObject({
      edges: [expect.objectContaining({ from: 'src/main.ts', to: 'src/math.ts' })],
    });
    await expect(ask(resolveSymbolTool, { symbol: 'add', file: 'src/main.ts' })).resolves.toMatchObject({
      file: 'src/math.ts',
    });
    await expect(ask(findReferencesTool, { symbol: 'add' })).resolves.toMatchObject([
      { file: 'src/main.ts' },
      { file: 'src/main.ts' },
      { file: 'src/math.ts' },
    ]);
  });

  it('takes files outside of the folder, and knows what is not there', async () => {
    const folder = project();
    const context = createDefaultContext(createCodeEngine({ cwd: temporaryFolder() }));
    const file = join(folder, 'src/math.ts');
    await expect(getSymbolInfoTool.execute({ symbol: 'add', file }, context)).resolves.toMatchObject({ success: true });
    await expect(getSymbolInfoTool.execute({ symbol: 'gone', file }, context)).resolves.toMatchObject({
      success: false,
      error: { code: 'SYMBOL_NOT_FOUND', message: 'Symbol not found: gone' },
    });
  });
});
