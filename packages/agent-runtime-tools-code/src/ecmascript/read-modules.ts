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

/** The import that an expression or a type makes: `import('a')`, `require('a')`, `import('a').Type`. */
export function readNestedImport(node: SyntaxNode, lines: LineTable): CodeImport | undefined {
  const made = (source: string | undefined, form: CodeImport['form']): CodeImport | undefined =>
    source === undefined
      ? undefined
      : {
          source,
          symbols: [],
          isDefault: false,
          isNamespace: form !== 'type',
          isType: form === 'type',
          form,
          line: lines.lineAt(node.start),
        };
  if (node.type === 'ImportExpression') return made(stringValue(childOf(node, 'source')), 'dynamic');
  if (node.type === 'TSImportType') return made(stringValue(childOf(node, 'source')), 'type');
  const isRequire = node.type === 'CallExpression' && nameOf(childOf(node, 'callee')) === 'require';
  const given = isRequire ? childrenOf(node, 'arguments') : [];
  return given.length === 1 ? made(stringValue(given[0]), 'require') : undefined;
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
    case 'ExpressionStatement':
      return commonJsExports(childOf(node, 'expression'), lines);
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

function kindOf({ type }: SyntaxNode): string {
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

/** `exports.a = …`, `module.exports.a = …`, `module.exports = …` and `module.exports = { a, b }`. */
function commonJsExports(expression: SyntaxNode | undefined, lines: LineTable): CodeExport[] {
  if (expression?.type !== 'AssignmentExpression' || expression['operator'] !== '=') return [];
  const [target, value] = [childOf(expression, 'left'), childOf(expression, 'right')];
  // `exports.a = exports.b = value` exports both names.
  const more = commonJsExports(value, lines);
  if (target?.type !== 'MemberExpression' || value === undefined) return more;
  const line = lines.lineAt(target.start);
  if (isModuleExports(target)) {
    const whole = { name: 'export=', kind: kindOf(value), isDefault: false, isType: false, line };
    const members = value.type === 'ObjectExpression' ? childrenOf(value, 'properties') : [];
    const named = members.flatMap((each): CodeExport[] => {
      const name = each['computed'] === true ? undefined : nameOf(childOf(each, 'key'));
      const kind = kindOf(childOf(each, 'value') ?? each);
      return name === undefined
        ? []
        : [{ name, kind, isDefault: false, isType: false, line: lines.lineAt(each.start) }];
    });
    return [whole, ...named, ...more];
  }
  const object = childOf(target, 'object');
  const isExports = nameOf(object) === 'exports' && object?.type === 'Identifier';
  if (!isExports && !(object !== undefined && isModuleExports(object))) return more;
  const name = nameOf(childOf(target, 'property'));
  if (name === undefined || (target['computed'] === true && stringValue(childOf(target, 'property')) === undefined))
    return more;
  return [{ name, kind: kindOf(value), isDefault: name === 'default', isType: false, line }, ...more];
}

function isModuleExports(node: SyntaxNode): boolean {
  return (
    node.type === 'MemberExpression' &&
    nameOf(childOf(node, 'object')) === 'module' &&
    nameOf(childOf(node, 'property')) === 'exports'
  );
}
