import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '../indexer/source-languages.ts';

/** Languages that one server understands. */
export type ServerLanguage = 'typescript' | 'python' | 'go' | 'rust';

/**
 * The programs with their arguments, by language. They run with the rights of the host, so a program of an untrusted
 * workspace must not be named here without asking.
 */
export type LanguageServerCommands = Partial<Record<ServerLanguage, readonly string[] | false>>;

export function serverLanguageOf(language: Language): ServerLanguage | undefined {
  if (language === 'typescript' || language === 'tsx' || language === 'javascript') return 'typescript';
  return language === 'python' || language === 'go' || language === 'rust' ? language : undefined;
}

/** The id of a language in the protocol. */
export function languageIdOf(path: string, language: Language): string {
  if (language === 'tsx') return 'typescriptreact';
  return path.endsWith('.jsx') ? 'javascriptreact' : language;
}

/**
 * The command for a language: the one that the host names, else for TypeScript the compiler that is installed beside this
 * package. Nothing is looked for in the workspace. Undefined if there is none.
 */
export async function serverCommand(
  language: ServerLanguage,
  commands: LanguageServerCommands,
): Promise<readonly string[] | undefined> {
  const given = commands[language];
  if (given !== undefined) return given === false ? undefined : given;
  return language === 'typescript' ? await installedTypeScript() : undefined;
}

/** TypeScript 7 and newer have a language server in the compiler. */
async function installedTypeScript(): Promise<readonly string[] | undefined> {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version?: unknown };
    if (typeof version !== 'string' || Number.parseInt(version, 10) < 7) return undefined;
    return [process.execPath, join(dirname(manifest), 'bin', 'tsc'), '--lsp', '--stdio'];
  } catch {
    return undefined;
  }
}
