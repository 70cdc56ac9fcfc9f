import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCodeEngine } from '@ku0/agent-runtime-tools-code';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { filePath } from './make-tree.ts';
import type { Measurement } from './measurement.ts';

// Makes one measurement in a process of its own and prints it as JSON.

const [what = '', base = '', count = '0'] = process.argv.slice(2);
const root = join(base, 'root');

async function measure(work: () => unknown): Promise<Measurement> {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000, maxMegabytes: process.resourceUsage().maxRSS / 1_024 };
}

async function ours(): Promise<Measurement> {
  const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
  const code = createCodeEngine({ workspace });
  try {
    const search = async (): Promise<void> => {
      const { total } = await code.search('.', 'Service42', { limit: 1 });
      if (total === 0) throw new Error('The index did not find Service42.');
    };
    if (!what.startsWith('change')) return await measure(search);
    await search();
    writeFileSync(join(root, filePath(7)), `export const changed = 1; // ${what}\n`);
    if (what === 'change-tree') return await measure(search);
    return await measure(async () => {
      const { files } = await code.listDefinitions(filePath(7));
      if (files[0]?.definitions[0]?.name !== 'changed') throw new Error('The index did not see the change.');
    });
  } finally {
    await code.shutdown();
    await workspace.shutdown();
  }
}

/** Only parses, in one thread: no definitions, no imports, no index. */
async function astGrep(): Promise<Measurement> {
  const { Lang, parse } = await import('@ast-grep/napi');
  return await measure(() => {
    for (const [path, text] of sources()) parse(path.endsWith('.js') ? Lang.JavaScript : Lang.TypeScript, text).root();
  });
}

async function treeSitter(): Promise<Measurement> {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const grammar = await Language.load(join(folder, 'tree-sitter-typescript.wasm'));
  return await measure(() => {
    const parser = new Parser();
    parser.setLanguage(grammar);
    for (const [, text] of sources()) parser.parse(text)?.delete();
  });
}

function* sources(): Generator<readonly [string, string]> {
  for (let at = 0; at < Number(count); at++) yield [filePath(at), readFileSync(join(root, filePath(at)), 'utf8')];
}

const measured = await (what === 'ast-grep' ? astGrep() : what === 'tree-sitter' ? treeSitter() : ours());
process.stdout.write(JSON.stringify(measured));
