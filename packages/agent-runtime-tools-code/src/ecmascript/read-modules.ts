import type { CodeExport, CodeImport } from '../indexer/code-file.ts';
import type { LineTable } from '../indexer/line-table.ts';
import { boundNames, childOf, childrenOf, isFunction, nameOf, stringValue, type SyntaxNode } from './syntax-node.ts';

/** The imports of a file's import statements, in their order. */
export function readImport(node: SyntaxNode, lines: LineTable): CodeImport[] {
  const line = lines.lineAt(node.start);
  if (node.type === 'TSImportEqualsDeclaration') {
    const reference = childOf(node, 'moduleReference');
    const source = reference && stringValue(childOf(reference, 'expression'));
    if (source === undefined) return [];
    const symbols = [nameOf(childOf(node, 'id')) ?? ''];
    const isType = node['importKind'] === 'type';
    return [{ source, symbols, isDefault: false, isNamespace: true, isType, form: 'require', line }];
  }
  const source = stringValue(childOf(node, 'source'));
  if (node.type !== 'ImportDeclaration' || source === undefined) return [];
  const specifiers = childrenOf(node, 'specifiers');
  const types = specifiers.map((each) => each.type);
  const aliases = specifiers.flatMap((each): [string, string][] => {
    const [imported, local] = [nameOf(childOf(each, 'imported')), nameOf(childOf(each, 'local'))];
    return imported !== undefined && local !== undefined && imported !== local ? [[imported, local]] : [];
  });
  return [
    {
      source,
      symbols: specifiers.map((each) => nameOf(childOf(each, 'imported') ?? childOf(each, 'local')) ?? ''),
      isDefault: types.includes('ImportDefaultSpecifier'),
      isNamespace: types.includes('ImportNamespaceSpecifier'),
      isType:
        node['importKind'] === 'type' ||
        (specifiers.length > 0 && specifiers.every((each) => each['importKind'] === 'type')),
      ...(aliases.length > 0 && { aliases: Object.fromEntries(aliases) }),
      form: 'import',
      line,
    },
  ];
}

/** The import that an expression or a type makes: `import('a')`, `require('a')`, `import('a').Type`. Called for every node. */
export function readNestedImport(node: SyntaxNode, lines: LineTable): CodeImport | undefined {
  switch (node.type) {
    case 'ImportExpression':
      return nestedImport(node, childOf(node, 'source'), 'dynamic', lines);
    case 'TSImportType':
      return nestedImport(node, childOf(node, 'source'), 'type', lines);
    case 'CallExpression': {
      if (nameOf(childOf(node, 'callee')) !== 'require') return undefined;
      const given = childrenOf(node, 'arguments');
      return given.length === 1 ? nestedImport(node, given[0], 'require', lines) : undefined;
    }
    default:
      return undefined;
  }
}

function nestedImport(
  node: SyntaxNode,
  given: SyntaxNode | undefined,
  form: CodeImport['form'],
  lines: LineTable,
): CodeImport | undefined {
  const source = stringValue(given);
  if (source === undefined) return undefined;
  const isType = form === 'type';
  const line = lines.lineAt(node.start);
  return { source, symbols: [], isDefault: false, isNamespace: !isType, isType, form, line };
}

/** The names that a statement at the top level exports. */
export function readExports(node: SyntaxNode, lines: LineTable): CodeExport[] {
  const line = lines.lineAt(node.start);
  const isType = node['exportKind'] === 'type';
  const source = stringValue(childOf(node, 'source'));
  const from = source === undefined ? {} : { from: source };
  switch (node.type) {
    case 'ExportAllDeclaration': {
      const name = nameOf(childOf(node, 'exported'));
      const kind = name === undefined ? 'all' : 'namespace';
      return [{ name: name ?? '*', kind, isDefault: name === 'default', isType, ...from, line }];
    }
    case 'ExportDefaultDeclaration': {
      const declaration = childOf(node, 'declaration');
      const local =
        nameOf(childOf(declaration ?? node, 'id')) ??
        (declaration?.type === 'Identifier' ? nameOf(declaration) : undefined);
      const kind = declaration === undefined ? 'value' : kindOf(declaration);
      return [
        {
          name: 'default',
          kind,
          isDefault: true,
          isType: kind === 'interface',
          ...(local !== undefined && { local }),
          line,
        },
      ];
    }
    case 'TSExportAssignment': {
      const local = nameOf(childOf(node, 'expression'));
      return [
        {
          name: 'export=',
          kind: 'value',
          isDefault: false,
          isType: false,
          ...(local !== undefined && { local }),
          line,
        },
      ];
    }
    case 'ExportNamedDeclaration': {
      const declaration = childOf(node, 'declaration');
      if (declaration !== undefined) return declaredExports(declaration, lines);
      return childrenOf(node, 'specifiers').map((each) => {
        const name = nameOf(childOf(each, 'exported')) ?? '';
        const local = nameOf(childOf(each, 'local'));
        return {
          name,
          kind: source === undefined ? 'value' : 'reexport',
          isDefault: name === 'default',
          isType: isType || each['exportKind'] === 'type',
          ...from,
          ...(local !== undefined && local !== name && { local }),
          line: lines.lineAt(each.start),
        };
      });
    }
    default:
      return [];
  }
}

function declaredExports(declaration: SyntaxNode, lines: LineTable): CodeExport[] {
  if (declaration.type === 'VariableDeclaration')
    return childrenOf(declaration, 'declarations').flatMap((declarator) =>
      boundNames(childOf(declarator, 'id')).map((id) => ({
        name: nameOf(id) ?? '',
        kind: isFunction(childOf(declarator, 'init'))
          ? 'function'
          : declaration['kind'] === 'const'
            ? 'constant'
            : 'variable',
        isDefault: false,
        isType: false,
        line: lines.lineAt(id.start),
      })),
    );
  const id = childOf(declaration, 'id');
  const name = nameOf(id);
  const kind = kindOf(declaration);
  if (id === undefined || name === undefined) return [];
  return [
    { name, kind, isDefault: false, isType: kind === 'interface' || kind === 'type', line: lines.lineAt(id.start) },
  ];
}

/** The kind of what a declaration or an expression exports. */
export function kindOf({ type }: SyntaxNode): string {
  if (type.includes('Function')) return 'function';
  if (type.startsWith('Class')) return 'class';
  const kinds: Readonly<Record<string, string>> = {
    TSInterfaceDeclaration: 'interface',
    TSTypeAliasDeclaration: 'type',
    TSEnumDeclaration: 'enum',
    TSModuleDeclaration: 'namespace',
    TSImportEqualsDeclaration: 'namespace',
  };
  return kinds[type] ?? 'value';
}
