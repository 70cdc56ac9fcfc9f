import type { LanguageRules } from './language-rules.ts';
import type { PathStep } from './walk-tree.ts';

/** Whether a node is a name, by its type and that of its parent. */
export function isIdentifier(type: string, path: readonly PathStep[], { identifiers }: LanguageRules): boolean {
  return identifiers.has(type) || identifiers.has(`${path.at(-1)?.type}>${type}`);
}

/** In Ruby, `:name` and `@name` are the symbol and the variable of an attribute `name`. */
export function bareName(text: string): string {
  return text.replace(/^[:@]+/, '');
}
