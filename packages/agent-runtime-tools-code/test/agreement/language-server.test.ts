import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CodeSymbol } from '../../src/index.ts';
import { LanguageClient } from '../../src/language-server/language-client.ts';
import { languageIdOf, serverCommand } from '../../src/language-server/server-commands.ts';
import { languageOf } from '../../src/indexer/source-languages.ts';
import { packageProject, sourcesProject, type Project } from './projects.ts';

interface Sample {
  readonly file: string;
  readonly symbol: CodeSymbol;
  /** The name that the tools are asked about. */
  readonly name: string;
}

// Together 300. An answer about zod takes several times as long as one about the others.
describe.each([
  ['the core of this repository', 90, () => sourcesProject('agent-runtime-tools-core')],
  ['semver', 90, () => packageProject('history-semver-new')],
  ['zod', 30, () => packageProject('zod')],
  ['hono', 90, () => packageProject('hono')],
] as const)('symbols of %s', (_, count, open) => {
  it(
    `have the definitions and references that the language server finds, for ${count} of them`,
    { timeout: 180_000 },
    async () => {
      const project = await open();
      const { engine } = project;
      const samples = await sampleSymbols(project, count);
      expect(samples).toHaveLength(count);
      const ask = await openServer(project.root);
      const wrong: unknown[] = [];
      for (const sample of samples) {
        const { file, name, symbol } = sample;
        const references = await engine.findReferences(name, '.', { file, line: symbol.line, limit: 5_000 });
        const ours = references.references.map((each) => `${each.file}:${each.line}:${each.column}`).sort();
        const theirs = await ask('textDocument/references', sample);
        if (references.precision !== 'semantic' || ours.join() !== theirs.join())
          wrong.push({ file, name, precision: references.precision, ours, theirs });
        const definition = await engine.resolveSymbol(name, file);
        const place = `${definition.file}:${definition.line}:${definition.column}`;
        const defined = await ask('textDocument/definition', sample);
        // Where the server finds no definition, the index answers and says so.
        const isRight = definition.precision === 'semantic' ? defined.includes(place) : defined.length === 0;
        if (!isRight) wrong.push({ file, name, place, defined });
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Definitions of the whole tree, chosen by a generator with a fixed seed. */
async function sampleSymbols({ engine }: Project, count: number): Promise<Sample[]> {
  const { files } = await engine.listDefinitions('.', { limit: 100_000 });
  const all = files.flatMap(({ file, definitions }): Sample[] => {
    const named = definitions.map((symbol) => ({
      file,
      symbol,
      name: symbol.container === undefined ? symbol.name : `${symbol.container}.${symbol.name}`,
    }));
    // A name that a file defines twice does not tell which is meant, and `default` and a constructor are no names in the file.
    return named.filter(
      ({ name, symbol }) =>
        symbol.kind !== 'constructor' &&
        symbol.name !== 'default' &&
        named.filter((each) => each.name === name || each.symbol.name === name).length === 1,
    );
  });
  let seed = 17;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1),
  ).flat();
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** A language server of its own, asked without the engine. */
async function openServer(root: string) {
  const processes = createProcesses();
  const command = (await serverCommand('typescript', {})) ?? [];
  const client = await LanguageClient.start({ processes, command, cwd: root });
  onTestFinished(async () => {
    await client.stop();
    await processes.shutdown();
  });
  const rootUri = pathToFileURL(root).href;
  await client.request('initialize', { processId: process.pid, rootUri, capabilities: {} });
  client.notify('initialized', {});
  const opened = new Set<string>();
  return async (method: string, { file, symbol }: Sample): Promise<string[]> => {
    const uri = pathToFileURL(join(root, file)).href;
    const text = await readFile(join(root, file), 'utf8');
    const languageId = languageIdOf(file, languageOf(file) ?? 'typescript');
    if (!opened.has(file))
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    opened.add(file);
    const params = {
      textDocument: { uri },
      position: { line: symbol.line - 1, character: symbol.column - 1 },
      context: { includeDeclaration: true },
    };
    const found = ((await client.request(method, params)) ?? []) as Location[];
    return found
      .map(({ uri: at, range: { start } }) => ({ path: fileURLToPath(at), start }))
      .filter(({ path }) => path.startsWith(`${root}/`))
      .map(({ path, start }) => `${path.slice(root.length + 1)}:${start.line + 1}:${start.character + 1}`)
      .sort();
  };
}
