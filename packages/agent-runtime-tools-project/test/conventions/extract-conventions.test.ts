import { describe, expect, it } from 'vitest';
import { errorOf, openTools, valueOf } from '../fixtures/open-tools.ts';
import { SHAPES } from '../fixtures/project-shapes.ts';

/** `topic: value (source)` of each convention of a project. */
async function conventionsOf(files: Readonly<Record<string, string>>, path = '.') {
  await using open = await openTools(files);
  const value = valueOf(await open.tools.execute('extract_conventions', { path }));
  const lines = value.conventions.map(
    ({ topic, language, value: text, source }) =>
      `${language === undefined ? '' : `${language} `}${topic}: ${text} (${source})`,
  );
  return { ...value, lines };
}

const SCRIPT = `import { readThings } from './read-things.ts';\n\nexport function loadUser(id: string): User {\n  const found = readThings(id);\n  if (found) {\n    return found;\n  }\n  return nothing('none');\n}\n\nexport class UserStore {\n  readonly kind = 'store';\n}\n\nexport const MAX_USERS = 10;\nexport const MIN_USERS = 1;\nexport const THE_NAME = 'x';\n`;

describe('extract_conventions', () => {
  it('measures TypeScript sources', async () => {
    const { lines, filesSampled } = await conventionsOf({
      'src/user-store.ts': SCRIPT,
      'src/read-things.ts': SCRIPT,
      'src/user-store.test.ts': SCRIPT,
    });
    expect(filesSampled).toBe(3);
    expect(lines).toEqual([
      'typescript indentation: 2 spaces (measured)',
      'typescript line endings: LF (measured)',
      'typescript final newline: always (measured)',
      'typescript quotes: single (measured)',
      'typescript semicolons: always (measured)',
      'typescript relative imports: .ts (measured)',
      'typescript function names: camelCase (measured)',
      'typescript type names: PascalCase (measured)',
      'typescript constant names: UPPER_CASE (measured)',
      'typescript file names: kebab-case (measured)',
      'test files: *.test.* (measured)',
      'test location: beside the sources (measured)',
    ]);
  });

  it('measures tabs, CRLF, double quotes and missing semicolons', async () => {
    const text =
      'const a = "x"\r\nfunction do_it() {\r\n\tconst b = "y"\r\n\treturn "z"\r\n}\r\nlet c = "q"\r\nlet d = "r"';
    const { lines } = await conventionsOf({ 'a_b.js': text, 'c_d.js': text });
    expect(lines).toEqual([
      'javascript indentation: tabs (measured)',
      'javascript line endings: CRLF (measured)',
      'javascript final newline: missing (measured)',
      'javascript quotes: double (measured)',
      'javascript semicolons: only where needed (measured)',
      'javascript function names: snake_case (measured)',
      'javascript file names: snake_case (measured)',
    ]);
  });

  it('measures Python and Go sources', async () => {
    const python =
      'MAX_SIZE = 3\n\n\nclass FileReader:\n    def read_all(self):\n        if True:\n            return "a"\n';
    const go = 'package main\n\ntype UserStore struct {\n\tname string\n}\n\nfunc loadUser() {\n\treturn\n}\n';
    const { lines } = await conventionsOf({
      'app/file_reader.py': python,
      'app/other_reader.py': python,
      'tests/test_reader.py': python,
      'go/user_store.go': go,
      'go/other_store.go': go,
    });
    expect(lines).toContain('python indentation: 4 spaces (measured)');
    expect(lines).toContain('python function names: snake_case (measured)');
    expect(lines).toContain('python type names: PascalCase (measured)');
    expect(lines).toContain('python constant names: UPPER_CASE (measured)');
    expect(lines).toContain('test files: test_*.py (measured)');
    expect(lines).toContain('test location: in a folder tests (measured)');
    expect(lines).toContain('go indentation: tabs (measured)');
    expect(lines).toContain('go type names: PascalCase (measured)');
  });

  it('reads what configuration files state', async () => {
    const { lines, guides } = await conventionsOf({
      ...SHAPES['express app with jest'],
      '.editorconfig':
        'root = true\n[*]\nindent_style = space\nindent_size = 4\nend_of_line = lf\n[*.md]\ntrim_trailing_whitespace = false\n',
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "paths": { "@app/*": ["src/*"] }, /* x */ } }',
      'biome.json': '{ "formatter": { "lineWidth": 90 }, "javascript": { "formatter": { "quoteStyle": "double" } } }',
      'pyproject.toml': SHAPES['PEP 621 package with uv']['pyproject.toml'],
      'rustfmt.toml': 'max_width = 120\nuse_small_heuristics = "Max"\n',
      'CONTRIBUTING.md': '# x\n',
      'docs/STYLE-GUIDE.md': '# x\n',
      'AGENTS.md': '# x\n',
    });
    for (const line of [
      'indentation: 4 spaces (.editorconfig)',
      'line endings: lf (.editorconfig)',
      '*.md trailing blanks: kept (.editorconfig)',
      'quotes: single (.prettierrc)',
      'line length: 100 (.prettierrc)',
      'line length: 90 (biome.json)',
      'quotes: double (biome.json)',
      'typescript strict types: yes (tsconfig.json)',
      'typescript path aliases: @app/* (tsconfig.json)',
      'javascript module system: CommonJS (package.json)',
      'python line length: 120 (pyproject.toml)',
      'python lint rules: E, F (pyproject.toml)',
      'rust max width: 120 (rustfmt.toml)',
    ])
      expect(lines).toContain(line);
    expect(guides).toEqual(['AGENTS.md', 'CONTRIBUTING.md', 'docs/STYLE-GUIDE.md']);
  });

  it('finds the configuration of the folders above', async () => {
    const { lines } = await conventionsOf(
      { '.editorconfig': '[*]\nindent_style = tab\n', 'packages/a/a.ts': 'const a = 1;\n' },
      'packages/a',
    );
    expect(lines).toContain('indentation: tabs (.editorconfig)');
  });

  it('finds no majority where there is none', async () => {
    const { lines } = await conventionsOf({ 'a.js': 'if (a) {\n  b();\n}\n', 'b.js': 'if (a) {\n\tb();\n}\n' });
    expect(lines.filter((line) => line.includes('indentation'))).toEqual([]);
  });

  it('samples a bounded number of files and skips huge ones', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}.ts`, SCRIPT]));
    const { filesSampled } = await conventionsOf({ ...many, 'huge.ts': 'x'.repeat(300_000) });
    expect(filesSampled).toBe(40);
  });

  it('fails for a folder that is not there, with a suggestion', async () => {
    await using open = await openTools({ 'source/a.ts': '' });
    const error = errorOf(await open.tools.execute('extract_conventions', { path: 'sourc' }));
    expect(error).toMatchObject({ code: 'FILE_NOT_FOUND', suggestion: 'Did you mean source?' });
  });
});
