import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { ResolverFactory } from 'oxc-resolver';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** Where an import leads. */
export interface ResolvedModule {
  /** As the workspace displays it; undefined for a file outside the workspace, a built-in module, and one that does not exist. */
  readonly file: string | undefined;
  /** The module belongs to an installed package or to Node. */
  readonly external: boolean;
  /** The name of the installed package, or `node:fs`. */
  readonly package: string | undefined;
}

/**
 * Resolves imports as TypeScript does: path aliases of tsconfig.json, `exports` of packages, workspace packages, index
 * files. A resolver is made for one answer, so that it never knows files that are gone.
 */
export class ModuleResolver {
  readonly #resolver: ResolverFactory;
  readonly #roots: readonly string[];
  readonly #isHidden: (path: string) => boolean;

  private constructor(resolver: ResolverFactory, roots: readonly string[], isHidden: (path: string) => boolean) {
    this.#resolver = resolver;
    this.#roots = roots;
    this.#isHidden = isHidden;
  }

  static async create(workspace: Workspace): Promise<ModuleResolver> {
    const { ResolverFactory } = await import('oxc-resolver');
    const [roots, isHidden] = await Promise.all([workspace.roots(), workspace.hiddenPathMatcher()]);
    return new ModuleResolver(new ResolverFactory(RESOLVE_OPTIONS), roots, isHidden);
  }

  /** `from` is a display path of the workspace. */
  resolve(from: string, specifier: string): ResolvedModule {
    const importer = isAbsolute(from) ? from : join(this.#roots[0] ?? '', from);
    const { path, builtin } = this.#resolver.resolveFileSync(importer, specifier);
    if (builtin !== undefined) return { file: undefined, external: true, package: builtin.resolved };
    const isPath = /^[./]/.test(specifier);
    const found = path === undefined ? undefined : sourceOf(path);
    const file = found === undefined || this.#isHidden(found) ? undefined : this.#display(found);
    const isInstalled = file === undefined ? !isPath : file.split('/').includes('node_modules');
    return { file, external: isInstalled, package: isInstalled ? packageOf(specifier) : undefined };
  }

  #display(path: string): string | undefined {
    const at = this.#roots.findIndex((root) => path.startsWith(root.endsWith(sep) ? root : root + sep));
    if (at === -1) return undefined;
    return at === 0 ? relative(this.#roots[0] ?? '', path).replaceAll(sep, '/') : path;
  }
}

const RESOLVE_OPTIONS = {
  tsconfig: 'auto' as const,
  builtinModules: true,
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.json'],
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.d.ts', '.js'],
    '.jsx': ['.tsx', '.jsx'],
    '.mjs': ['.mts', '.d.mts', '.mjs'],
    '.cjs': ['.cts', '.d.cts', '.cjs'],
  },
  conditionNames: ['types', 'import', 'require', 'node', 'default'],
  mainFields: ['types', 'typings', 'module', 'main'],
};

/**
 * The source of a built file of a workspace package, if it lies in `src` beside `dist`.
 *
 *     packages/a/dist/index.d.ts  ->  packages/a/src/index.ts
 */
function sourceOf(path: string): string {
  const built = /^(.*\/)(?:dist|build)\/(.*?)(?:\.d)?\.([cm]?)[jt]sx?$/.exec(path);
  if (built === null || path.includes('/node_modules/')) return path;
  const [, base = '', name = '', letter = ''] = built;
  const candidates = [`.${letter}ts`, '.tsx'].map((extension) => `${base}src/${name}${extension}`);
  return candidates.find((candidate) => existsSync(candidate)) ?? path;
}

/** `@scope/name/deep` belongs to the package `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
