import { readFileSync, realpathSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CodeFiles } from './project/code-files.ts';

export interface RunCodeOptions {
  /** The folder that the tools work in, for a configuration that is a function. */
  readonly workspace: string;
  /** The only files that may run, with the content that is trusted. Default: whatever the code imports. */
  readonly only?: CodeFiles;
}

/** Runs a configuration that is code, and returns its default export. Throws whatever it throws. */
export async function runCode(file: string, { workspace, only }: RunCodeOptions): Promise<unknown> {
  const main = realpathSync(file);
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const path = url.startsWith('file:') ? realpathSync(fileURLToPath(url)) : '';
      const source = only === undefined ? path === main && readFileSync(path) : only.get(path);
      if (source) return { format: formatOf(path, source.toString()), source, shortCircuit: true };
      if (only === undefined || isBuiltin(url)) return nextLoad(url, context);
      throw new Error(
        `it imports ${path || url}; a project’s configuration can import files of the project by relative paths and modules of Node, nothing else`,
      );
    },
  });
  try {
    const { default: exported } = (await import(pathToFileURL(main).href)) as { readonly default?: unknown };
    return await (isFunction(exported) ? exported({ workspace }) : exported);
  } finally {
    hooks.deregister();
  }
}

/** Decided here, because Node warns about modules without a package.json that says what they are. */
function formatOf(path: string, text: string): string {
  if (extname(path) === '.json') return 'json';
  const system = /^\s*(?:export|import)\b/m.test(text) ? 'module' : 'commonjs';
  return /\.[cm]?ts$/.test(path) ? `${system}-typescript` : system;
}

function isFunction(value: unknown): value is (place: { readonly workspace: string }) => unknown {
  return typeof value === 'function';
}
