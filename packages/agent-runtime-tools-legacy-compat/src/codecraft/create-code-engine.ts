import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeEngine } from '@ku0/agent-runtime-tools-code';
import { withServices } from '../adapt/run-current-tool.ts';
import type { RustEngine } from './types/tool-context.ts';

export interface CodeEngineOptions {
  /** The folder that relative paths start at. Default: the process's, at each question. */
  readonly cwd?: string;
}

/**
 * The current code engine in the form of the older one. Its answers are promises, and it works in a workspace and with
 * parsers that last as long as the question; what it has parsed stays in the user's state folder.
 */
export function createCodeEngine({ cwd }: CodeEngineOptions = {}): RustEngine {
  const ask = <T>(place: Place, question: (engine: CodeEngine, path: string) => Promise<T>): Promise<T> =>
    askIn(locate(cwd ?? process.cwd(), place), question);
  return {
    generateRepoMap: (folder) => ask({ folder }, async (engine, path) => (await engine.generateRepoMap(path)).map),
    search: (folder, query) => ask({ folder }, async (engine, path) => (await engine.search(path, query)).results),
    getSymbolInfo: (file, symbol) => orNull(ask({ file }, (engine, path) => engine.getSymbolInfo(path, symbol))),
    getImportsExports: (file) => ask({ file }, (engine, path) => engine.getImportsExports(path)),
    buildDependencyGraph: (folder) => ask({ folder }, (engine, path) => engine.buildDependencyGraph(path)),
    resolveSymbol: (symbol, file) => orNull(ask({ file }, (engine, path) => engine.resolveSymbol(symbol, path))),
    findReferences: (symbol, folder) =>
      ask({ folder }, async (engine, path) => (await engine.findReferences(symbol, path)).references),
  };
}

type Place = { readonly folder: string } | { readonly file: string };

/** The root of the workspace, and the path in it. Without a boundary of its own, the older engine took any path. */
function locate(cwd: string, place: Place): { readonly root: string; readonly path: string } {
  const path = resolve(cwd, 'file' in place ? place.file : place.folder);
  const fromCwd = relative(cwd, path);
  if (!fromCwd.startsWith('..') && !isAbsolute(fromCwd)) return { root: cwd, path: fromCwd || '.' };
  const root = 'file' in place ? dirname(path) : path;
  return { root, path: relative(root, path) || '.' };
}

async function askIn<T>(
  { root, path }: { readonly root: string; readonly path: string },
  question: (engine: CodeEngine, path: string) => Promise<T>,
): Promise<T> {
  const { createCodeEngine: createCurrentEngine } = await import('@ku0/agent-runtime-tools-code');
  return withServices({ root, keepState: true }, async ({ workspace, processes }) => {
    const engine = createCurrentEngine({ workspace, processes });
    try {
      return await question(engine, join(path));
    } finally {
      await engine.shutdown();
    }
  });
}

/** Null if there is no such symbol, as the older engine answered. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ToolFailure && error.error.code === 'SYMBOL_NOT_FOUND') return null;
    throw error;
  }
}
