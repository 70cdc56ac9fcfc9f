import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { __String } from 'typescript/unstable/ast';
import { API, type Symbol } from 'typescript/unstable/sync';
import { onTestFinished } from 'vitest';
import { repository, type Project } from './projects.ts';

/** What the compiler knows about the modules of a file. */
export interface CompiledModule {
  /** The specifiers of all imports. */
  readonly imports: readonly string[];
  /** The exported names, with `*` for `export * from`. */
  readonly exports: readonly string[];
}

/** Reads files as the compiler does. */
export function compiledModules({ config, root }: Project): (file: string) => CompiledModule {
  const api = new API({ cwd: root });
  onTestFinished(() => api.close());
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error('The compiler does not open the project.');
  return (file) => {
    const source = project.program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`The compiler does not read ${file}.`);
    const exports = project.checker.getSymbolAtLocation(source)?.getExports() ?? new Map<__String, Symbol>();
    const whole = [...exports.values()].find(({ name }) => name === 'export=');
    const type = whole && project.checker.getTypeOfSymbol(whole);
    // `module.exports = { a, b }` exports a and b; the object of another file is not read.
    const object = type?.getSymbol();
    const isOwn = object?.name === '__object' && object.declarations.some(({ path }) => path === source.path);
    const members = isOwn && type !== undefined ? project.checker.getPropertiesOfType(type) : [];
    return {
      imports: source.imports.map((each) => ('text' in each && typeof each.text === 'string' ? each.text : '')),
      exports: [...exports.values(), ...members].map(({ name }) => (name === '__export' ? '*' : name)),
    };
  };
}

/** Where the compiler finds modules: `file specifier` with the path of the target, or undefined if it finds none. */
export async function compilerResolutions({ config, root }: Project): Promise<Map<string, string | undefined>> {
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const args = ['-p', config, '--traceResolution', '--noCheck', '--noEmit'];
  const { stdout } = await promisify(execFile)(tsc, args, { maxBuffer: 1024 * 1024 * 1024 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const found = new Map<string, string | undefined>();
  let from = '';
  for (const line of stdout.split('\n')) {
    from = /^=+ Resolving module '.*' from '(.*)'\. =+$/.exec(line)?.[1] ?? from;
    const [, specifier, target] =
      /^=+ Module name '(.*)' was (?:successfully resolved to '([^']*)'|not resolved)/.exec(line) ?? [];
    if (specifier !== undefined && from.startsWith(`${root}/`))
      found.set(`${from.slice(root.length + 1)} ${specifier}`, target);
  }
  return found;
}
