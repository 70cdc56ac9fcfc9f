import { Visitor, parseSync } from 'oxc-parser';

/** An import of another module. */
export interface ModuleImport {
  readonly specifier: string;
  /** `value`: loaded with this module. `type`: erased by the compiler. `dynamic`: loaded by `import()`. */
  readonly kind: 'value' | 'type' | 'dynamic';
}

/** All imports, re-exports, dynamic imports and type imports of a module, except computed ones. */
export function moduleImports(file: string, text: string): ModuleImport[] {
  const { module, program } = parseSync(file, text);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => staticImport(moduleRequest.value, entries));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.moduleRequest ? [staticImport(entry.moduleRequest.value, [entry])] : [])),
  );
  const dynamic = module.dynamicImports
    .map(({ moduleRequest }) => /^(['"`])(.*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2])
    .filter((specifier) => specifier !== undefined)
    .map((specifier): ModuleImport => ({ specifier, kind: 'dynamic' }));
  return [...imports, ...exports, ...dynamic, ...typeImports(program)];
}

/** The package that a bare specifier names: `@a/b/c` is of `@a/b`. Undefined for relative and built-in ones. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./#]|^node:/.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function staticImport(specifier: string, entries: readonly { readonly isType: boolean }[]): ModuleImport {
  const onlyTypes = entries.length > 0 && entries.every(({ isType }) => isType);
  return { specifier, kind: onlyTypes ? 'type' : 'value' };
}

function typeImports(program: Parameters<Visitor['visit']>[0]): ModuleImport[] {
  const found: ModuleImport[] = [];
  const visitor = new Visitor({
    TSImportType: ({ source }) => {
      found.push({ specifier: source.value, kind: 'type' });
    },
  });
  visitor.visit(program);
  return found;
}
