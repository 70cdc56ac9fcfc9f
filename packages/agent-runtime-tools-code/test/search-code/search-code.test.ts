import { describe, expect, it } from 'vitest';
import { codeOf, codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'src/config.ts':
    'export function parseConfig() {}\nexport class ConfigParser { parse() {} }\nconst parseConfigFile = 1;\n',
  'src/other.js': '// parseConfig in a comment\nconst text = "parseConfig";\nfunction get_symbol_info() {}\n',
  'lib/config.tsx': 'export const parseconfig = () => <b />;\n',
};

async function names(query: string, more: object = {}): Promise<string[]> {
  const { tools } = await codeTree(FILES);
  const { results } = valueOf(await tools.execute('search_code', { query, ...more }));
  return results.map(({ name }) => name);
}

describe('search_code by name', () => {
  it('returns the best match first, and nothing from comments or strings', async () => {
    expect(await names('parseConfig')).toEqual(['parseConfig', 'parseconfig', 'parseConfigFile']);
  });

  it('finds names by initials, by parts and in another spelling', async () => {
    expect(await names('gsi')).toEqual(['get_symbol_info']);
    expect(await names('getSymbolInfo')).toEqual(['get_symbol_info']);
    expect((await names('Parser'))[0]).toBe('ConfigParser');
  });

  it('combines words of the name, the container and the file', async () => {
    expect((await names('ConfigParser.parse'))[0]).toBe('ConfigParser');
    expect(await names('lib parseconfig')).toEqual(['parseconfig']);
  });

  it('filters by kind, language and path', async () => {
    expect(await names('config', { kind: 'class' })).toEqual(['ConfigParser']);
    expect(await names('config', { language: 'tsx' })).toEqual(['parseconfig']);
    expect(await names('config', { path: 'lib' })).toEqual(['parseconfig']);
  });

  it('goes by its alias too, and needs a query or a pattern', async () => {
    const { tools } = await codeTree(FILES);
    expect(codeOf(await tools.execute('codebase_search', { query: 'parse' }))).toBe('ok');
    expect(codeOf(await tools.execute('search_code', {}))).toBe('VALIDATION_ERROR');
    expect(codeOf(await tools.execute('search_code', { query: 'a', pattern: 'b' }))).toBe('VALIDATION_ERROR');
  });
});

describe('search_code by structure', () => {
  it('returns matches with their metavariables, and counts more than the limit', async () => {
    const { tools } = await codeTree({
      'a.ts':
        "fetch('/a');\nfetch(url, { method: 'POST' });\nprefetch('/b');\n// fetch('/c')\nconst s = \"fetch('/d')\";\n",
      'b.js': 'fetch();\n',
    });
    const { results } = valueOf(await tools.execute('search_code', { pattern: 'fetch($URL, $$$REST)' }));
    expect(results.map(({ file, line, variables }) => [file, line, variables])).toEqual([
      ['a.ts', 1, { URL: "'/a'", REST: '' }],
      ['a.ts', 2, { URL: 'url', REST: "{ method: 'POST' }" }],
    ]);
    const first = valueOf(await tools.execute('search_code', { pattern: 'fetch($$$)', limit: 1 }));
    expect([first.results.length, first.truncated]).toEqual([1, true]);
  });

  it('uses the languages in which the pattern is code', async () => {
    const { tools } = await codeTree({ 'a.ts': 'const a = b as string;\n', 'b.js': 'const c = d;\n' });
    const { results } = valueOf(await tools.execute('search_code', { pattern: '$A as string' }));
    expect(results.map(({ file }) => file)).toEqual(['a.ts']);
    const refused = await tools.execute('search_code', { pattern: '$A as string', language: 'javascript' });
    expect(codeOf(refused)).toBe('INVALID_CODE_PATTERN');
  });
});
