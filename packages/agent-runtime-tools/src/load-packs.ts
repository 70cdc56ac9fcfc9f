import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { chosenFamilies, type FamilyChoice, type FamilyName, type FamilyOptions } from './families.ts';

/** Loads the packages of the chosen families, and no others, and creates their packs. */
export async function loadPacks(choice?: FamilyChoice): Promise<ToolPack[]> {
  return Promise.all(Array.from(chosenFamilies(choice), ([name, options]) => LOADERS[name](options)));
}

/** A literal `import()` for each, so that bundlers can follow it. */
const LOADERS: { readonly [F in FamilyName]: (options: FamilyOptions[F]) => Promise<ToolPack> } = {
  files: async (options) => (await import('@ku0/agent-runtime-tools-files')).filesPack(options),
  edit: async (options) => (await import('@ku0/agent-runtime-tools-edit')).editPack(options),
  search: async (options) => (await import('@ku0/agent-runtime-tools-search')).searchPack(options),
  code: async () => (await import('@ku0/agent-runtime-tools-code')).codePack(),
  project: async (options) => (await import('@ku0/agent-runtime-tools-project')).projectPack(options),
  shell: async (options) => (await import('@ku0/agent-runtime-tools-shell')).shellPack(options),
  sandbox: async (options) => (await import('@ku0/agent-runtime-tools-sandbox')).sandboxPack(options),
  git: async (options) => (await import('@ku0/agent-runtime-tools-git')).gitPack(options),
  web: async (options) => (await import('@ku0/agent-runtime-tools-web')).webPack(options),
  browser: async (options) => (await import('@ku0/agent-runtime-tools-browser')).browserPack(options),
  task: async (options) => (await import('@ku0/agent-runtime-tools-task')).taskPack(options),
};
