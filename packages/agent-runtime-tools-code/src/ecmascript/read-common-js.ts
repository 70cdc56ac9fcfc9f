import type { CodeExport } from '../indexer/code-file.ts';
import type { LineTable } from '../indexer/line-table.ts';
import { kindOf } from './read-modules.ts';
import { childOf, childrenOf, nameOf, stringValue, type SyntaxNode } from './syntax-node.ts';

/**
 * The exports of an assignment: `exports.a = …`, `module.exports.a = …`, `module.exports = …` and `module.exports = { a, b }`.
 * It may stand anywhere in the file, also in another assignment.
 */
export function readCommonJsExports(assignment: SyntaxNode, lines: LineTable): CodeExport[] {
  const [target, value] = [childOf(assignment, 'left'), childOf(assignment, 'right')];
  if (assignment['operator'] !== '=' || target?.type !== 'MemberExpression' || value === undefined) return [];
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
    return [whole, ...named];
  }
  const object = childOf(target, 'object');
  const isExports = nameOf(object) === 'exports' && object?.type === 'Identifier';
  if (!isExports && !(object !== undefined && isModuleExports(object))) return [];
  const name = nameOf(childOf(target, 'property'));
  if (name === undefined || (target['computed'] === true && stringValue(childOf(target, 'property')) === undefined))
    return [];
  return [{ name, kind: kindOf(value), isDefault: name === 'default', isType: false, line }];
}

function isModuleExports(node: SyntaxNode): boolean {
  return (
    node.type === 'MemberExpression' &&
    nameOf(childOf(node, 'object')) === 'module' &&
    nameOf(childOf(node, 'property')) === 'exports'
  );
}
