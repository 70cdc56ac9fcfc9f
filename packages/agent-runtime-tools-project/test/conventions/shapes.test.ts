import { describe, expect, it } from 'vitest';
import { openTools, valueOf } from '../fixtures/open-tools.ts';
import { SHAPES, type ShapeName } from '../fixtures/project-shapes.ts';

const lines = (language: string): string[] => [
  `${language} line endings: LF (measured)`,
  `${language} final newline: always (measured)`,
];
const COMMON_JS = 'javascript module system: CommonJS (package.json)';

/** What is to be found in each shape, and nothing else. */
const EXPECTED: Readonly<Record<ShapeName, readonly string[]>> = {
  'express app with jest': [
    'line length: 100 (.prettierrc)',
    'quotes: single (.prettierrc)',
    COMMON_JS,
    ...lines('javascript'),
  ],
  'library tested with node:test': [
    'typescript strict types: yes (tsconfig.json)',
    'typescript modules: NodeNext (tsconfig.json)',
    'javascript module system: ES modules (package.json)',
    ...lines('typescript'),
  ],
  'pnpm monorepo': [COMMON_JS],
  'npm workspaces': [COMMON_JS],
  'yarn workspaces': [COMMON_JS],
  'poetry package': [
    'python line length: 100 (pyproject.toml)',
    'python indentation: 4 spaces (measured)',
    ...lines('python'),
    'test files: test_*.py (measured)',
    'test location: in a folder tests (measured)',
  ],
  'PEP 621 package with uv': ['python line length: 120 (pyproject.toml)', 'python lint rules: E, F (pyproject.toml)'],
  'Django site with requirements': lines('python'),
  'setup.py package': [...lines('python'), 'python quotes: double (measured)'],
  'cargo workspace': lines('rust'),
  'go module': lines('go'),
  'go.work workspace': [],
  'Maven multi-module': lines('java'),
  'Gradle in Kotlin': ['kotlin indentation: 2 spaces (measured)', ...lines('kotlin')],
  'Rails app': lines('ruby'),
  gem: lines('ruby'),
  'Laravel app': [
    COMMON_JS,
    ...lines('php'),
    'php type names: PascalCase (measured)',
    'php file names: PascalCase (measured)',
  ],
  '.NET solution': lines('csharp'),
  'frontend and backend': [...lines('python'), ...lines('typescript')],
};

describe('extract_conventions', () => {
  it.each(Object.entries(EXPECTED))('finds those of: %s', async (shape, expected) => {
    const [, files] = Object.entries(SHAPES).find(([name]) => name === shape) ?? [];
    await using open = await openTools({ ...files });
    const { conventions } = valueOf(await open.tools.execute('extract_conventions', {}));
    const found = conventions.map(({ language, topic, value, source }) =>
      [language, `${topic}: ${value} (${source})`].filter((part) => part !== undefined).join(' '),
    );
    expect(found).toEqual(expected);
  });
});
