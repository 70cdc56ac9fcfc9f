import type { ToolHandler } from '../contracts/tool-handler.ts';
import { parametersSchemaProblem, schemaProblem } from '../schema/schema-problem.ts';
import { StatisticsByTool } from '../stats/statistics-by-tool.ts';
import { RegistrationError } from './registration-error.ts';
import { limitsProblem, ToolEntry, type PackTraits } from './tool-entry.ts';

/** Finds tools by name or alias. */
export interface ToolLookup {
  find(name: string): ToolEntry | undefined;
  /** Names of tools, without aliases. */
  names(): string[];
  entries(): ToolEntry[];
}

/** The tools of a coordinator, by name and alias. */
export class ToolRegistry implements ToolLookup {
  readonly #entries = new Map<string, ToolEntry>();
  readonly #aliases = new Map<string, string>();
  readonly #stats = new StatisticsByTool(this.#entries);

  /** The statistics of all tools, including those that were removed. */
  get stats(): StatisticsByTool {
    return this.#stats;
  }

  add(handler: ToolHandler, pack?: PackTraits): ToolEntry {
    const { name } = handler;
    this.#requireFreeName(name);
    const parametersProblem = parametersSchemaProblem(handler.parameters);
    if (parametersProblem !== undefined)
      throw new RegistrationError(`The parameters of tool "${name}": the schema ${parametersProblem}.`);
    const outputProblem = handler.output === undefined ? undefined : schemaProblem(handler.output);
    if (outputProblem !== undefined)
      throw new RegistrationError(`The output of tool "${name}": the schema ${outputProblem}.`);
    if (typeof handler.execute !== 'function') throw new RegistrationError(`Tool "${name}" has no execute function.`);
    if (!isOptionalTextList(handler.tags) || !isOptionalTextList(pack?.tags))
      throw new RegistrationError(`Tool "${name}": its tags are not a list of texts.`);
    const entry = new ToolEntry(handler, pack, this.#stats.of(name));
    const problem = limitsProblem(entry.limits);
    if (problem !== undefined) throw new RegistrationError(`Tool "${name}": ${problem}.`);
    this.#entries.set(name, entry);
    return entry;
  }

  addAlias(alias: string, target: string): void {
    this.#requireFreeName(alias);
    if (!this.#entries.has(target))
      throw new RegistrationError(`The alias "${alias}" points to "${target}", which is not registered.`);
    this.#aliases.set(alias, target);
    this.#entries.get(target)?.setAliases(this.aliasesOf(target));
  }

  /** Removes a tool and its aliases; running calls finish on it. Returns undefined if there is no such tool. */
  remove(name: string): ToolEntry | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.#entries.delete(name);
    for (const [alias, target] of this.#aliases) if (target === name) this.#aliases.delete(alias);
    return entry;
  }

  removeAlias(alias: string): void {
    const target = this.#aliases.get(alias);
    if (target === undefined) return;
    this.#aliases.delete(alias);
    this.#entries.get(target)?.setAliases(this.aliasesOf(target));
  }

  aliasesOf(name: string): string[] {
    return [...this.#aliases].filter(([, target]) => target === name).map(([alias]) => alias);
  }

  /** Puts back a tool that `remove` returned. */
  restore(entry: ToolEntry, aliases: readonly string[]): void {
    this.#entries.set(entry.handler.name, entry);
    for (const alias of aliases) this.#aliases.set(alias, entry.handler.name);
    entry.setAliases(this.aliasesOf(entry.handler.name));
  }

  /** Whether a tool or an alias has this name. */
  has(name: string): boolean {
    return this.#entries.has(name) || this.#aliases.has(name);
  }

  find(name: string): ToolEntry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#aliases.get(name) ?? '');
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  entries(): ToolEntry[] {
    return [...this.#entries.values()];
  }

  #requireFreeName(name: string): void {
    if (!TOOL_NAME.test(name)) {
      throw new RegistrationError(
        `"${name}" is not a tool name: letters, digits, _ and -, at most 64, is what every model provider accepts.`,
      );
    }
    if (this.#entries.has(name)) throw new RegistrationError(`Tool "${name}" is already registered.`);
    if (this.#aliases.has(name))
      throw new RegistrationError(`"${name}" is already an alias of "${this.#aliases.get(name)}".`);
  }
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function isOptionalTextList(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.every((text) => typeof text === 'string'));
}
