import { posix } from 'node:path';
import { entryFiles } from './entry-points.ts';
import { moduleImports, packageOf } from './module-imports.ts';
import { readPackages, readText } from './repository.ts';

/** Libraries that take long to load: parsers, browsers, SDKs. A name that ends in `/` stands for a whole scope. */
export const HEAVY_LIBRARIES: readonly string[] = [
  '@modelcontextprotocol/',
  '@mozilla/readability',
  '@opentelemetry/',
  '@vscode/tree-sitter-wasm',
  'bullmq',
  'gpt-tokenizer',
  'ioredis',
  'kysely',
  'jose',
  'linkedom',
  'node-html-markdown',
  'openai',
  'oxc-parser',
  'oxc-resolver',
  'pg',
  'pino',
  'playwright-core',
  'prom-client',
  'typescript',
  'web-tree-sitter',
];

/** Says where importing a package would load a heavy library at once, instead of on the first call that needs it. */
export function checkLazyLoading(root: string): string[] {
  return readPackages(root)
    .filter(({ area }) => area === 'packages')
    .flatMap((each) => entryFiles(each).flatMap((entry) => heavyAtImport(root, entry)))
    .filter((problem, index, all) => all.indexOf(problem) === index);
}

/** Follows the static imports from an entry; what is behind `import()` is not loaded at import. */
function heavyAtImport(root: string, entry: string): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { specifier, kind } of moduleImports(file, readText(root, file) ?? '')) {
      if (kind !== 'value') continue;
      if (specifier.startsWith('.')) waiting.push(posix.join(posix.dirname(file), specifier));
      else if (isHeavy(specifier)) problems.push(`${file}: loads ${specifier} at import, not with import()`);
    }
  }
  return problems;
}

function isHeavy(specifier: string): boolean {
  const name = packageOf(specifier);
  return HEAVY_LIBRARIES.some((heavy) => name === heavy || (heavy.endsWith('/') && specifier.startsWith(heavy)));
}
