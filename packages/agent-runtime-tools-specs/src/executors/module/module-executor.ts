import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Type, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { errorText } from '../../error-text.ts';
import { membersOf } from '../../members.ts';
import { readConfig } from '../read-config.ts';
import { SpecConfigError, type SpecExecutor, type ToolArguments } from '../spec-executor.ts';
import { functionResult } from './function-result.ts';

/** A function that runs a tool. What it returns is the value; it may also return a `ToolResult`. */
export type ToolFunction = (args: ToolArguments, context: ToolContext) => unknown;

export interface ModuleExecutorOptions {
  /** Folders that `module` is looked up in, as a path. Files outside of them are never loaded. */
  readonly folders?: readonly string[];
  /** Modules by the name that specs give them: `{ math: () => import('./math.js') }`. */
  readonly modules?: Readonly<Record<string, () => Promise<unknown>>>;
}

const configSchema = Type.Object(
  {
    module: Type.String({
      minLength: 1,
      description: 'A path below a folder of the executor, or the name of a module',
    }),
    functionName: Type.Optional(
      Type.String({ minLength: 1, description: 'An export of the module. Default: default' }),
    ),
  },
  { additionalProperties: false },
);

/** Runs functions of JavaScript and TypeScript modules that the host names. */
export function moduleExecutor({ folders = [], modules = {} }: ModuleExecutorOptions = {}): SpecExecutor {
  return {
    kind: 'module',
    async prepare(_, written) {
      const { module, functionName = 'default' } = readConfig(configSchema, written);
      const loaded = Object.hasOwn(modules, module)
        ? await load(module, modules[module])
        : await load(module, await importFrom(folders, module));
      const found = membersOf(loaded)[functionName];
      if (!isFunction(found)) throw new SpecConfigError(`The module ${module} exports no function ${functionName}.`);
      return { execute: (args, context) => functionResult(() => found(args, context)) };
    },
  };
}

async function load(name: string, loader: (() => Promise<unknown>) | undefined): Promise<unknown> {
  try {
    return await loader?.();
  } catch (error) {
    throw new SpecConfigError(`The module ${name} cannot be loaded: ${errorText(error)}`);
  }
}

/** The path is checked after links are resolved. */
async function importFrom(folders: readonly string[], name: string): Promise<() => Promise<unknown>> {
  if (isAbsolute(name)) throw new SpecConfigError(`The module ${name} is an absolute path.`);
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    const file = root && (await realpath(resolve(root, name)).catch(() => undefined));
    if (root === undefined || file === undefined) continue;
    if (!file.startsWith(root + sep)) throw new SpecConfigError(`The module ${name} is not inside ${folder}.`);
    return () => import(pathToFileURL(file).href) as Promise<unknown>;
  }
  const places = folders.length === 0 ? 'the executor has no folders' : `it is not in ${folders.join(' or ')}`;
  throw new SpecConfigError(`There is no module ${name}: ${places}.`);
}

function isFunction(value: unknown): value is ToolFunction {
  return typeof value === 'function';
}
