import { describe, expect, it } from 'vitest';
import { codeOf, codeTree, valueOf } from '../code-tree.ts';

const SOURCE = `/** A shop.
 * With goods. */
export class Shop<T> extends Base {
  static count = 1;
  #secret;
  constructor(private readonly name: string) { super(); }
  get size(): number { return 1; }
  // Sells a thing.
  sell(thing: T, price?: number): void {}
  handler = () => {};
}
export interface Good { name: string; price(): number }
export type Price = number | string;
export enum Colour { Red, Green = 2 }
export namespace Outer.Inner { export const deep = 1; function local() {} }
const hidden = 1, listed = async (a: number): Promise<void> => {};
let { a, b: [c] } = hidden;
export { listed };
export default function () {}
const api = { get() {}, set: (x) => x, plain: 1 };
function overloaded(x: string): void;
function overloaded(x: unknown): void {}
`;

describe('list_code_definitions', () => {
  it('lists every kind of definition of a TypeScript file, with container, lines and export', async () => {
    const { tools } = await codeTree({ 'a.ts': SOURCE });
    const { files, total, precision } = valueOf(await tools.execute('list_code_definitions', { path: 'a.ts' }));
    const found = (files[0]?.definitions ?? []).map(
      ({ kind, name, container, line, endLine, exported }) =>
        `${kind} ${container === undefined ? '' : `${container}.`}${name} ${line}-${endLine}${exported ? ' exported' : ''}`,
    );
    expect(found).toEqual([
      'class Shop 3-11 exported',
      'property Shop.count 4-4 exported',
      'property Shop.#secret 5-5 exported',
      'constructor Shop.constructor 6-6 exported',
      'property Shop.name 6-6 exported',
      'method Shop.size 7-7 exported',
      'method Shop.sell 9-9 exported',
      'method Shop.handler 10-10 exported',
      'interface Good 12-12 exported',
      'property Good.name 12-12 exported',
      'method Good.price 12-12 exported',
      'type Price 13-13 exported',
      'enum Colour 14-14 exported',
      'enum_member Colour.Red 14-14 exported',
      'enum_member Colour.Green 14-14 exported',
      'namespace Outer.Inner 15-15 exported',
      'constant Outer.Inner.deep 15-15 exported',
      'function Outer.Inner.local 15-15',
      'constant hidden 16-16',
      'function listed 16-16 exported',
      'variable a 17-17',
      'variable c 17-17',
      'function default 19-19 exported',
      'constant api 20-20',
      'method api.get 20-20',
      'method api.set 20-20',
      'function overloaded 21-21',
      'function overloaded 22-22',
    ]);
    expect([total, precision]).toEqual([28, 'syntactic']);
  });

  it('gives signatures without bodies, and the comments before definitions', async () => {
    const { tools } = await codeTree({ 'a.ts': SOURCE });
    const { files } = valueOf(await tools.execute('list_code_definitions', { path: 'a.ts' }));
    const byName = new Map(files[0]?.definitions.map((each) => [each.name, each]));
    expect(byName.get('Shop')).toMatchObject({
      signature: 'export class Shop<T> extends Base',
      documentation: 'A shop.\nWith goods.',
    });
    expect(byName.get('sell')).toMatchObject({
      signature: 'sell(thing: T, price?: number): void',
      documentation: 'Sells a thing.',
    });
    expect(byName.get('Price')?.signature).toBe('export type Price = number | string');
    expect(byName.get('listed')?.signature).toBe('listed = async (a: number): Promise<void>');
  });

  it('reads CommonJS, JSX in .js files and scripts that are no modules', async () => {
    const { tools } = await codeTree({
      'a.cjs': 'exports.one = function () {};\nFoo.prototype.bar = function (x) {};\nreturn;\n',
      'b.js': 'export const View = () => <b>text</b>;\n',
      'c.tsx': 'export function Page() { return <View />; }\n',
    });
    const { files } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
    expect(files.map(({ file, definitions }) => [file, definitions.map(({ name }) => name)])).toEqual([
      ['a.cjs', ['one', 'bar']],
      ['b.js', ['View']],
      ['c.tsx', ['Page']],
    ]);
  });

  it('leaves out ignored files, hidden files and node_modules', async () => {
    const { tools } = await codeTree({
      '.gitignore': 'dist\n',
      '.toolignore': 'secret.ts\n',
      'dist/a.ts': 'export const a = 1;',
      'secret.ts': 'export const secret = 1;',
      'node_modules/x/index.js': 'exports.x = 1;',
      'b.ts': 'export const b = 1;',
    });
    const { files } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
    expect(files.map(({ file }) => file)).toEqual(['b.ts']);
    expect(codeOf(await tools.execute('list_code_definitions', { path: 'secret.ts' }))).not.toBe('ok');
  });

  it('names the first syntax error and lists what could be read', async () => {
    const { tools } = await codeTree({ 'a.ts': 'export const a = ;\n', 'b.ts': 'export const b = 1;\n' });
    const { files } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
    expect(files.map(({ file, syntaxError }) => [file, typeof syntaxError])).toEqual([
      ['a.ts', 'string'],
      ['b.ts', 'undefined'],
    ]);
  });

  it('returns at most limit definitions and says so', async () => {
    const { tools } = await codeTree({ 'a.ts': 'const a = 1;\n'.repeat(10), 'b.ts': 'const b = 1;\n' });
    const value = valueOf(await tools.execute('list_code_definitions', { path: '.', limit: 4 }));
    expect(value.files.map(({ definitions }) => definitions.length)).toEqual([4]);
    expect([value.total, value.truncated]).toEqual([11, true]);
  });

  it('refuses paths outside the workspace and files that are too large', async () => {
    const { tools, write } = await codeTree({});
    await write({ 'large.ts': `// ${'x'.repeat(1_100_000)}\n` });
    expect(codeOf(await tools.execute('list_code_definitions', { path: '../../etc' }))).toMatch(/PATH/);
    expect(codeOf(await tools.execute('list_code_definitions', { path: 'large.ts' }))).toBe('TOO_LARGE');
    const { notes } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
    expect(notes?.join()).toContain('1 files of more than');
  });
});
