import type { CodeSymbol, SymbolKind } from '../indexer/code-file.ts';
import type { LineTable } from '../indexer/line-table.ts';
import { signatureText } from '../indexer/signature-text.ts';
import type { DocComments } from '../indexer/doc-comments.ts';
import { boundNames, childOf, childrenOf, isFunction, nameOf, type SyntaxNode } from './syntax-node.ts';

export interface SymbolSource {
  readonly text: string;
  readonly lines: LineTable;
  readonly comments: DocComments;
  /** The names that `export { a, b }` and `export default a` list. */
  readonly exportedNames: ReadonlySet<string>;
}

/** The definitions of a file: declarations at its top level and in namespaces, and the members of classes and types. */
export function readSymbols(program: SyntaxNode, source: SymbolSource): CodeSymbol[] {
  const reader = new SymbolReader(source);
  for (const statement of childrenOf(program, 'body')) reader.readStatement(statement, {});
  return reader.symbols;
}

interface Place {
  readonly container?: string;
  readonly exported?: boolean;
  /** Where the whole statement starts, for `export const a` and its comment. */
  readonly start?: number;
}

class SymbolReader {
  readonly symbols: CodeSymbol[] = [];
  readonly #source: SymbolSource;

  constructor(source: SymbolSource) {
    this.#source = source;
  }

  readStatement(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return this.#readExport(node, place);
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        return this.#add(node, 'function', { id: childOf(node, 'id'), until: childOf(node, 'body'), place });
      case 'ClassDeclaration':
        return this.#readClass(node, childOf(node, 'id'), place);
      case 'TSInterfaceDeclaration':
        return this.#readInterface(node, place);
      case 'TSTypeAliasDeclaration':
        return this.#add(node, 'type', { id: childOf(node, 'id'), place });
      case 'TSEnumDeclaration':
        return this.#readEnum(node, place);
      case 'TSModuleDeclaration':
        return this.#readNamespace(node, place);
      case 'VariableDeclaration':
        for (const declarator of childrenOf(node, 'declarations')) this.#readVariable(node, declarator, place);
        return;
      case 'ExpressionStatement':
        return this.#readAssignment(node);
      default:
    }
  }

  #readExport(node: SyntaxNode, place: Place): void {
    const declaration = childOf(node, 'declaration');
    if (declaration === undefined) return;
    const inner = { ...place, exported: true, start: node.start };
    const isDeclaration = /Declaration$|^TSDeclareFunction$/.test(declaration.type);
    if (isDeclaration && (declaration['id'] !== null || node.type === 'ExportNamedDeclaration'))
      return this.readStatement(declaration, inner);
    // `export default function () {}` and `export default expression` have no name of their own.
    if (declaration.type === 'Identifier') return;
    const kind = /^Function|^Arrow/.test(declaration.type)
      ? 'function'
      : declaration.type.startsWith('Class')
        ? 'class'
        : 'constant';
    this.#add(node, kind, { name: 'default', until: childOf(declaration, 'body'), place: inner });
    if (kind === 'class') this.#readMembers(declaration, { container: 'default', exported: true });
  }

  #readClass(node: SyntaxNode, id: SyntaxNode | undefined, place: Place): void {
    this.#add(node, 'class', { id, until: childOf(node, 'body'), place });
    this.#readMembers(node, this.#inside(nameOf(id), place));
  }

  #readMembers(node: SyntaxNode, place: Place): void {
    const body = childOf(node, 'body');
    for (const member of body === undefined ? [] : childrenOf(body, 'body')) {
      const key = childOf(member, 'key');
      if (key === undefined || member['computed'] === true) continue;
      const value = childOf(member, 'value');
      const isMethod = member.type.endsWith('MethodDefinition') || isFunction(value);
      const kind = member['kind'] === 'constructor' ? 'constructor' : isMethod ? 'method' : 'property';
      this.#add(member, kind, { id: key, until: value && (childOf(value, 'body') ?? undefined), place });
      if (kind === 'constructor' && value !== undefined) this.#readParameterProperties(value, place);
    }
  }

  /** `constructor(private a: string)` declares the property a. */
  #readParameterProperties(constructor: SyntaxNode, place: Place): void {
    for (const parameter of childrenOf(constructor, 'params')) {
      if (parameter.type !== 'TSParameterProperty') continue;
      for (const id of boundNames(parameter)) this.#add(parameter, 'property', { id, place });
    }
  }

  #readInterface(node: SyntaxNode, place: Place): void {
    const [id, body] = [childOf(node, 'id'), childOf(node, 'body')];
    this.#add(node, 'interface', { id, until: body, place });
    const inner = this.#inside(nameOf(id), place);
    for (const member of body === undefined ? [] : childrenOf(body, 'body')) {
      if (member['computed'] === true) continue;
      const kind = member.type === 'TSMethodSignature' ? 'method' : 'property';
      this.#add(member, kind, { id: childOf(member, 'key'), place: inner });
    }
  }

  #readEnum(node: SyntaxNode, place: Place): void {
    const [id, body] = [childOf(node, 'id'), childOf(node, 'body')];
    this.#add(node, 'enum', { id, until: body, place });
    const inner = this.#inside(nameOf(id), place);
    for (const member of body === undefined ? [] : childrenOf(body, 'members'))
      this.#add(member, 'enum_member', { id: childOf(member, 'id'), place: inner });
  }

  #readNamespace(node: SyntaxNode, place: Place): void {
    const [id, body] = [childOf(node, 'id'), childOf(node, 'body')];
    const name = id === undefined ? undefined : this.#source.text.slice(id.start, id.end).replaceAll(/['"]/g, '');
    this.#add(node, 'namespace', { ...(name !== undefined && { name }), id, until: body, place });
    if (body === undefined) return;
    const inner = this.#inside(name, { ...place, exported: false });
    for (const statement of childrenOf(body, 'body')) this.readStatement(statement, inner);
  }

  #readVariable(statement: SyntaxNode, declarator: SyntaxNode, place: Place): void {
    const [pattern, value] = [childOf(declarator, 'id'), childOf(declarator, 'init')];
    const isOnly = childrenOf(statement, 'declarations').length === 1;
    for (const id of boundNames(pattern)) {
      const isWhole = id === pattern;
      const kind: SymbolKind =
        isWhole && isFunction(value)
          ? 'function'
          : isWhole && value?.type === 'ClassExpression'
            ? 'class'
            : statement['kind'] === 'const'
              ? 'constant'
              : 'variable';
      const until = isWhole && value !== undefined ? childOf(value, 'body') : undefined;
      const start = isOnly ? (place.start ?? statement.start) : declarator.start;
      this.#add(isOnly ? statement : declarator, kind, { id, until, place: { ...place, start } });
      const inner = this.#inside(nameOf(id), place);
      if (isWhole && value?.type === 'ClassExpression') this.#readMembers(value, inner);
      if (isWhole && value?.type === 'ObjectExpression') this.#readObjectMethods(value, inner);
    }
  }

  #readObjectMethods(object: SyntaxNode, place: Place): void {
    for (const property of childrenOf(object, 'properties')) {
      const value = childOf(property, 'value');
      if (property['computed'] === true || !isFunction(value)) continue;
      this.#add(property, 'method', { id: childOf(property, 'key'), until: childOf(value, 'body'), place });
    }
  }

  /** `exports.a = function () {}` and `Type.prototype.a = function () {}`. */
  #readAssignment(statement: SyntaxNode): void {
    const assignment = childOf(statement, 'expression');
    if (assignment?.type !== 'AssignmentExpression' || assignment['operator'] !== '=') return;
    const [target, value] = [childOf(assignment, 'left'), childOf(assignment, 'right')];
    if (target?.type !== 'MemberExpression' || target['computed'] === true || value === undefined) return;
    const isClass = value.type === 'ClassExpression';
    if (!isClass && !isFunction(value)) return;
    const object = childOf(target, 'object');
    if (object === undefined) return;
    const owner = this.#source.text.slice(object.start, object.end);
    const id = childOf(target, 'property');
    if (owner === 'exports' || owner === 'module.exports') {
      this.#add(statement, isClass ? 'class' : 'function', {
        id,
        until: childOf(value, 'body'),
        place: { exported: true },
      });
      if (isClass) this.#readMembers(value, { container: nameOf(id) ?? '', exported: true });
    } else if (owner.endsWith('.prototype')) {
      this.#add(statement, 'method', {
        id,
        until: childOf(value, 'body'),
        place: this.#inside(owner.slice(0, -'.prototype'.length), {}),
      });
    }
  }

  #inside(name: string | undefined, place: Place): Place {
    const container = [place.container, name].filter((part) => part !== undefined).join('.');
    const isListed = place.container === undefined && name !== undefined && this.#source.exportedNames.has(name);
    return { container, exported: place.exported === true || isListed };
  }

  #add(
    node: SyntaxNode,
    kind: SymbolKind,
    {
      id,
      name = nameOf(id),
      until,
      place,
    }: { id?: SyntaxNode | undefined; name?: string | undefined; until?: SyntaxNode | undefined; place: Place },
  ): void {
    if (name === undefined) return;
    const { text, lines, comments, exportedNames } = this.#source;
    const start = place.start ?? node.start;
    const at = id?.start ?? start;
    const documentation = comments.before(start);
    this.symbols.push({
      name,
      kind,
      signature: signatureText(text.slice(start, until?.start ?? node.end)),
      ...(documentation !== undefined && { documentation }),
      line: lines.lineAt(at),
      column: lines.columnAt(at),
      endLine: lines.lineAt(Math.max(node.end - 1, at)),
      exported: place.exported === true || (place.container === undefined && exportedNames.has(name)),
      ...(place.container !== undefined && { container: place.container }),
    });
  }
}
