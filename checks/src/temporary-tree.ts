import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A small repository for one test, gone after it: `{ 'packages/x/package.json': { ... }, 'README.md': '...' }`.
 * Values that are not text are written as JSON. A pnpm-workspace.yaml like the real one is always there.
 */
export function temporaryTree(files: Readonly<Record<string, unknown>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tree-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries({ 'pnpm-workspace.yaml': WORKSPACE, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const WORKSPACE = 'packages:\n  - packages/*\n  - apps/*\n  - examples/*\n  - benchmarks\n';
