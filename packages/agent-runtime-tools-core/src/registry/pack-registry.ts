import type { PackChanges, ToolPack } from '../contracts/tool-pack.ts';
import { requireCompatibleCore } from './core-version.ts';
import { RegistrationError } from './registration-error.ts';
import type { ServiceProvider } from './service-provider.ts';
import type { PackTraits, ToolEntry } from './tool-entry.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** The packs of a coordinator. A pack is added or replaced as a whole or, if anything is wrong, not at all. */
export class PackRegistry {
  readonly #tools: ToolRegistry;
  readonly #services: ServiceProvider;
  /** The aliases that each pack has registered, by the pack's name. */
  readonly #aliases = new Map<string, readonly string[]>();
  /** What the tools that are added to a pack later have in common with the others. */
  readonly #traits = new Map<string, PackTraits>();

  constructor(tools: ToolRegistry, services: ServiceProvider) {
    this.#tools = tools;
    this.#services = services;
  }

  has(name: string): boolean {
    return this.#aliases.has(name);
  }

  add(pack: ToolPack): void {
    if (this.has(pack.name)) throw new RegistrationError(`Pack "${pack.name}" is already registered; use replacePack.`);
    requireCompatibleCore(pack);
    this.#services.provideFor(pack);
    this.#addTools(pack);
  }

  /** Returns the old tools, and those among them that are not part of the new pack and have to be retired. */
  replace(pack: ToolPack): { readonly old: readonly ToolEntry[]; readonly retired: readonly ToolEntry[] } {
    requireCompatibleCore(pack);
    this.#services.provideFor(pack);
    const [oldAliases, oldTraits] = [this.#aliases.get(pack.name), this.#traits.get(pack.name)];
    const removed = this.#removeTools(pack.name);
    try {
      this.#addTools(pack);
    } catch (error) {
      for (const { entry, aliases } of removed) this.#tools.restore(entry, aliases);
      if (oldAliases !== undefined) this.#aliases.set(pack.name, oldAliases);
      if (oldTraits !== undefined) this.#traits.set(pack.name, oldTraits);
      throw error;
    }
    for (const { entry, aliases } of removed)
      for (const alias of aliases) if (!oldAliases?.includes(alias)) this.#keepAlias(alias, entry.handler.name);
    const old = removed.map(({ entry }) => entry);
    return { old, retired: old.filter((entry) => !this.#keepSameHandler(entry)) };
  }

  /** Returns the tools that were replaced or removed, and have to be retired. */
  change(name: string, { set = [], remove = [], aliases: added = {} }: PackChanges): ToolEntry[] {
    const pack = this.#traits.get(name);
    if (pack === undefined) throw new RegistrationError(`There is no pack "${name}" to change.`);
    const names = new Set([...set.map((tool) => tool.name), ...remove]);
    const retired = [...names].flatMap((tool) => this.#takeTool(tool, name));
    const registered: string[] = [];
    try {
      for (const tool of set) {
        this.#services.requireFor(tool);
        this.#tools.add(tool, pack);
        registered.push(tool.name);
      }
    } catch (error) {
      for (const tool of registered) this.#tools.remove(tool);
      for (const { entry, aliases } of retired) this.#tools.restore(entry, aliases);
      throw error;
    }
    for (const { entry, aliases } of retired) for (const alias of aliases) this.#keepAlias(alias, entry.handler.name);
    this.#addAliases(name, added);
    return retired.map(({ entry }) => entry);
  }

  remove(name: string): ToolEntry[] {
    return this.#removeTools(name).map(({ entry }) => entry);
  }

  /** A single tool was removed. A pack that has no tools left is no longer registered; returns whether that is so. */
  toolRemoved({ packName }: ToolEntry): boolean {
    if (packName === undefined || this.#tools.entries().some((other) => other.packName === packName)) return false;
    this.#forget(packName);
    return true;
  }

  #addAliases(packName: string, aliases: Readonly<Record<string, string>>): void {
    const free = Object.entries(aliases).filter(
      ([alias, target]) => !this.#tools.has(alias) && this.#tools.has(target),
    );
    for (const [alias, target] of free) this.#tools.addAlias(alias, target);
    const known = this.#aliases.get(packName) ?? [];
    this.#aliases.set(packName, [...new Set([...known, ...free.map(([alias]) => alias)])]);
  }

  /** Removes a tool of this pack. A tool of the same name that is not the pack's own stays where it is. */
  #takeTool(name: string, packName: string): RemovedTool[] {
    const entry = this.#tools.find(name);
    if (entry?.handler.name !== name || entry.packName !== packName) return [];
    const aliases = this.#tools.aliasesOf(name);
    this.#tools.remove(name);
    return [{ entry, aliases }];
  }

  #forget(packName: string): void {
    this.#aliases.delete(packName);
    this.#traits.delete(packName);
  }

  #addTools(pack: ToolPack): void {
    const names: string[] = [];
    const aliases: string[] = [];
    try {
      for (const tool of pack.tools) {
        this.#services.requireFor(tool);
        this.#tools.add(tool, pack);
        names.push(tool.name);
      }
      for (const [alias, target] of Object.entries(pack.aliases ?? {})) {
        this.#tools.addAlias(alias, target);
        aliases.push(alias);
      }
    } catch (error) {
      for (const alias of aliases) this.#tools.removeAlias(alias);
      for (const name of names) this.#tools.remove(name);
      throw error;
    }
    this.#aliases.set(pack.name, aliases);
    this.#traits.set(pack.name, traitsOf(pack));
  }

  #removeTools(packName: string): RemovedTool[] {
    // A tool that the host has registered under the same name does not belong to the pack.
    const own = this.#tools.entries().filter((entry) => entry.packName === packName);
    const removed = own.map((entry) => {
      const aliases = this.#tools.aliasesOf(entry.handler.name);
      this.#tools.remove(entry.handler.name);
      return { entry, aliases };
    });
    for (const alias of this.#aliases.get(packName) ?? []) this.#tools.removeAlias(alias);
    this.#forget(packName);
    return removed;
  }

  /** An alias of a tool that was replaced stays, if there is a tool of the same name. */
  #keepAlias(alias: string, target: string): void {
    if (this.#tools.has(alias) || !this.#tools.has(target)) return;
    this.#tools.addAlias(alias, target);
  }

  /** Keeps the old entry, initialised and with its running calls, if the new pack has the very same handler. */
  #keepSameHandler(old: ToolEntry): boolean {
    const current = this.#tools.find(old.handler.name);
    if (current?.handler !== old.handler) return false;
    old.moveToPack(current.pack);
    this.#tools.restore(old, []);
    return true;
  }
}

interface RemovedTool {
  readonly entry: ToolEntry;
  readonly aliases: string[];
}

/** Without the tools, which would be kept alive after they were replaced. */
function traitsOf({ name, tags, category, annotations, limits }: ToolPack): PackTraits {
  return {
    name,
    ...(tags !== undefined && { tags }),
    ...(category !== undefined && { category }),
    ...(annotations !== undefined && { annotations }),
    ...(limits !== undefined && { limits }),
  };
}
