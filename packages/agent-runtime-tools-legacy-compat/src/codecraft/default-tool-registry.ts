import type { Tool } from './types/tool.ts';
import type { ToolContext, ToolLogger } from './types/tool-context.ts';
import type { ToolDeclarations, ToolRegistry } from './types/tool-registry.ts';

export class DefaultToolRegistry implements ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  #logger: ToolLogger | undefined;

  register(tool: Tool): void {
    if (this.#tools.has(tool.name)) throw new Error(`Tool "${tool.name}" is already registered`);
    this.#tools.set(tool.name, tool);
  }

  unregister(name: string): boolean {
    return this.#tools.delete(name);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  getAll(): Tool[] {
    return Array.from(this.#tools.values());
  }

  getNames(): string[] {
    return Array.from(this.#tools.keys());
  }

  getDeclarations(): ToolDeclarations[] {
    const functionDeclarations = this.getAll().map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));
    return [{ functionDeclarations }];
  }

  /** Initialises one tool after the other. One that fails is reported to `context.logger`, and the others go on. */
  async initializeAll(context: ToolContext): Promise<void> {
    this.#logger = context.logger;
    for (const tool of this.getAll()) await this.#attempt(tool, 'initialize', () => tool.initialize?.(context));
  }

  /** Ends one tool after the other, also past one that fails. */
  async shutdownAll(): Promise<void> {
    for (const tool of this.getAll()) await this.#attempt(tool, 'shut down', () => tool.shutdown?.());
  }

  async #attempt({ name }: Tool, what: string, step: () => Promise<void> | undefined): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#logger?.error(`Failed to ${what} tool "${name}"`, error);
    }
  }
}
