import type { Table } from '../../read/read-value.ts';

/** A setting of a configuration file and the convention that it states. */
export interface Setting {
  readonly key: string;
  readonly topic: string;
  /** The value in words. Default: as it is written. */
  readonly describe?: (value: string | number | boolean, settings: Table) => string;
}

const yesOrNo =
  (yes: string, no: string) =>
  (value: unknown): string =>
    value === true || value === 'true' ? yes : no;

/** `indent_style = space` with `indent_size = 2` is `2 spaces`. */
function editorIndentation(style: unknown, settings: Table): string {
  if (style === 'tab') return 'tabs';
  const size = settings['indent_size'];
  return typeof size === 'string' ? `${size} spaces` : 'spaces';
}

export const EDITORCONFIG_SETTINGS: readonly Setting[] = [
  { key: 'indent_style', topic: 'indentation', describe: editorIndentation },
  { key: 'end_of_line', topic: 'line endings' },
  { key: 'charset', topic: 'encoding' },
  { key: 'max_line_length', topic: 'line length' },
  {
    key: 'insert_final_newline',
    topic: 'final newline',
    describe: yesOrNo('always', 'not required'),
  },
  { key: 'trim_trailing_whitespace', topic: 'trailing blanks', describe: yesOrNo('removed', 'kept') },
];

export const PRETTIER_SETTINGS: readonly Setting[] = [
  { key: 'useTabs', topic: 'indentation', describe: yesOrNo('tabs', 'spaces') },
  { key: 'tabWidth', topic: 'indentation width' },
  { key: 'printWidth', topic: 'line length' },
  { key: 'semi', topic: 'semicolons', describe: yesOrNo('always', 'only where needed') },
  { key: 'singleQuote', topic: 'quotes', describe: yesOrNo('single', 'double') },
  { key: 'trailingComma', topic: 'trailing commas' },
  { key: 'arrowParens', topic: 'parentheses of arrow functions' },
  { key: 'bracketSpacing', topic: 'blanks in braces', describe: yesOrNo('yes', 'no') },
  { key: 'endOfLine', topic: 'line endings' },
];

export const BIOME_SETTINGS: readonly Setting[] = [
  { key: 'indentStyle', topic: 'indentation', describe: (value) => (value === 'tab' ? 'tabs' : 'spaces') },
  { key: 'indentWidth', topic: 'indentation width' },
  { key: 'lineWidth', topic: 'line length' },
  { key: 'quoteStyle', topic: 'quotes' },
  { key: 'semicolons', topic: 'semicolons' },
  { key: 'trailingCommas', topic: 'trailing commas' },
  { key: 'lineEnding', topic: 'line endings' },
];

export const TSCONFIG_SETTINGS: readonly Setting[] = [
  { key: 'strict', topic: 'strict types', describe: yesOrNo('yes', 'no') },
  { key: 'target', topic: 'compile target' },
  { key: 'module', topic: 'modules' },
  { key: 'moduleResolution', topic: 'module resolution' },
  { key: 'jsx', topic: 'JSX' },
  { key: 'noUncheckedIndexedAccess', topic: 'checked index access', describe: yesOrNo('yes', 'no') },
  { key: 'exactOptionalPropertyTypes', topic: 'exact optional properties', describe: yesOrNo('yes', 'no') },
  { key: 'verbatimModuleSyntax', topic: 'import type for types', describe: yesOrNo('required', 'not required') },
];
