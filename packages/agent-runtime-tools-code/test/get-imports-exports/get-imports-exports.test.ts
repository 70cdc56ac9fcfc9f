import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

async function modulesOf(name: string, text: string) {
  const { tools } = await codeTree({ [name]: text });
  return valueOf(await tools.execute('get_imports_exports', { file: name }));
}

const none = { isDefault: false, isNamespace: false, isType: false };

describe('get_imports_exports', () => {
  it('reads every form of import', async () => {
    const { imports } = await modulesOf(
      'a.ts',
      [
        "import React, { useState as state, useRef } from 'react';",
        "import * as path from 'node:path';",
        "import type { T } from './types';",
        "import { type A, type B } from './types';",
        "import 'side-effect';",
        "import fs = require('fs');",
        "const lazy = () => import('./lazy');",
        "const old = require('./old');",
        "type I = import('./in-type').I;",
        "const no = import(variable); const text = \"import x from 'y'\"; // import z from 'z'",
      ].join('\n'),
    );
    expect(imports).toEqual([
      {
        ...none,
        source: 'react',
        symbols: ['React', 'useState', 'useRef'],
        isDefault: true,
        aliases: { useState: 'state' },
        form: 'import',
        line: 1,
      },
      { ...none, source: 'node:path', symbols: ['path'], isNamespace: true, form: 'import', line: 2 },
      { ...none, source: './types', symbols: ['T'], isType: true, form: 'import', line: 3 },
      { ...none, source: './types', symbols: ['A', 'B'], isType: true, form: 'import', line: 4 },
      { ...none, source: 'side-effect', symbols: [], form: 'import', line: 5 },
      { ...none, source: 'fs', symbols: ['fs'], isNamespace: true, form: 'require', line: 6 },
      { ...none, source: './lazy', symbols: [], isNamespace: true, form: 'dynamic', line: 7 },
      { ...none, source: './old', symbols: [], isNamespace: true, form: 'require', line: 8 },
      { ...none, source: './in-type', symbols: [], isType: true, form: 'type', line: 9 },
    ]);
  });

  it('reads every form of export', async () => {
    const { exports } = await modulesOf(
      'a.ts',
      [
        'export const { a, b: [c] } = q, f = () => {};',
        'export class K {} export function g() {} export interface I {} export type T = 1; export enum E {} export namespace N {}',
        'class Local {} export { Local as Renamed, type I as J };',
        "export { x, y as default } from './x';",
        "export * from './all'; export * as ns from './ns';",
      ].join('\n'),
    );
    expect(exports.map(({ name, kind, from, local, isType }) => [name, kind, from, local, isType])).toEqual([
      ['a', 'constant', undefined, undefined, false],
      ['c', 'constant', undefined, undefined, false],
      ['f', 'function', undefined, undefined, false],
      ['K', 'class', undefined, undefined, false],
      ['g', 'function', undefined, undefined, false],
      ['I', 'interface', undefined, undefined, true],
      ['T', 'type', undefined, undefined, true],
      ['E', 'enum', undefined, undefined, false],
      ['N', 'namespace', undefined, undefined, false],
      ['Renamed', 'class', undefined, 'Local', false],
      ['J', 'value', undefined, 'I', true],
      ['x', 'reexport', './x', undefined, false],
      ['default', 'reexport', './x', 'y', false],
      ['*', 'all', './all', undefined, false],
      ['ns', 'namespace', './ns', undefined, false],
    ]);
  });

  it('reads default exports with and without a name', async () => {
    const named = await modulesOf('a.ts', 'export default class Shop {}');
    expect(named.exports).toMatchObject([{ name: 'default', kind: 'class', isDefault: true, local: 'Shop' }]);
    const plain = await modulesOf('b.ts', 'const value = 1; export default value;');
    expect(plain.exports).toMatchObject([{ name: 'default', kind: 'constant', isDefault: true, local: 'value' }]);
  });

  it('reads exports that are assigned in a declaration or a block, and none in an ECMAScript module', async () => {
    const { exports } = await modulesOf('a.cjs', 'const a = (exports.a = []);\nif (a) {\n  exports.b = 1;\n}\n');
    expect(exports.map(({ name, line }) => [name, line])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    const module = await modulesOf('b.js', 'const exports = {};\nexports.a = 1;\nexport { exports };\n');
    expect(module.exports.map(({ name }) => name)).toEqual(['exports']);
  });

  it('reads the exports of CommonJS modules', async () => {
    const { exports } = await modulesOf(
      'a.cjs',
      'exports.a = exports.b = 1;\nmodule.exports.c = () => {};\nmodule.exports = { d, e: 1, f() {} };\nother.exports.g = 1;',
    );
    expect(exports.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'value'],
      ['b', 'value'],
      ['c', 'function'],
      ['export=', 'value'],
      ['d', 'value'],
      ['e', 'value'],
      ['f', 'function'],
    ]);
  });
});
