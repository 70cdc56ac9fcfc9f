import type { ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolPack } from '../contracts/tool-pack.ts';
import { CORE_VERSION } from '../registry/core-version.ts';

/** Makes a pack. It keeps the types of its tools, so that a coordinator it is registered with knows them. */
export function definePack<
  const Tools extends readonly ToolHandler[],
  const Aliases extends Readonly<Record<string, Tools[number]['name']>> = Readonly<Record<never, never>>,
>(pack: ToolPack<Tools, Aliases>): ToolPack<Tools, Aliases> {
  return CORE_VERSION === undefined ? pack : { coreVersion: CORE_VERSION, ...pack };
}
