import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packageRoot = path.resolve(import.meta.dirname, '..');
const compiler = path.resolve(packageRoot, '../../node_modules/typescript/bin/tsc');
const PROGRAM = `
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
export const greet = defineTool({
  name: 'greet',
  parameters: Type.Object({ name: Type.String(), tone: Type.Optional(Type.Union([Type.Literal('warm'), Type.Literal('cool')])) }),
  output: Type.Object({ words: Type.Array(Type.String()) }),
  execute: async ({ name }) => ok({ words: [name] }),
});
export const tools = new ToolCoordinator().register(greet);
export const result = await tools.execute('greet', { name: 'x' });
`;
let folder = '';
let texts = '';

beforeAll(async () => {
  const cache = path.join(packageRoot, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(path.join(cache, 'texts-'));
  await writeFile(path.join(folder, 'program.ts'), PROGRAM);
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --strict --skipLibCheck --module nodenext --target es2023';
  await run(process.execPath, [compiler, ...options.split(' '), path.join(folder, 'program.ts')], { cwd: packageRoot });
  texts = await readFile(path.join(folder, 'program.d.ts'), 'utf8');
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The type of an exported constant, on one line, as an editor shows it: without the places of imports. */
function textOf(name: string): string {
  const [, text = ''] = new RegExp(`export declare const ${name}: ([^]*?);\n(?:export|$)`).exec(texts) ?? [];
  return text.replaceAll(/import\("[^"]*"\)\./g, '').replaceAll(/\s+/g, ' ');
}

describe('what an editor shows', () => {
  it('for a tool is its name, its parameters and its value, not its schemas', () => {
    const parameters = '{ name: string; tone?: "cool" | "warm" | undefined; }';
    expect(textOf('greet')).toMatch(/^Tool<"greet", \{ name: string; tone\?: /);
    expect(textOf('greet').length).toBeLessThan(3 * parameters.length + 100);
    expect(textOf('greet')).toContain('{ words: string[]; }');
  });

  it('for a coordinator is what each tool takes and returns', () => {
    expect(textOf('tools')).toMatch(/^ToolCoordinator</);
    expect(textOf('tools')).toContain('readonly greet: ToolSignature<{ name: string;');
    expect(textOf('tools').length).toBeLessThan(300);
  });

  it('for a result is its value', () => {
    expect(textOf('result')).toBe('ToolResult<{ words: string[]; }>');
  });

  it('names nothing of the schema library', () => {
    expect(texts).not.toMatch(/\bT(?:Object|String|Optional|Union|Array|Schema|Static)\b|Static</);
  });
});
