import { ToolAlreadyRegisteredError, ToolNotFoundError, ValidationError } from './errors.ts';
import type { PartialToolUse, ToolContext, ToolDefinition, ToolHandler, ToolMiddleware } from './tool-handler.ts';

/** Registers handlers and calls them. Calls resolve to the handler's own value and reject with what it throws. */
export class ToolCoordinator {
  readonly #handlers = new Map<string, ToolHandler>();
  readonly #middleware: ToolMiddleware[] = [];

  register(handler: ToolHandler): void {
    if (this.#handlers.has(handler.name)) throw new ToolAlreadyRegisteredError(handler.name);
    this.#handlers.set(handler.name, handler);
  }

  registerAlias(alias: string, targetName: string): void {
    const handler = this.#handlers.get(targetName);
    if (handler === undefined) throw new ToolNotFoundError(targetName, `Target tool ${targetName} not found`);
    this.#handlers.set(alias, handler);
  }

  /** Adds a middleware. The first one added is the outermost. */
  use(middleware: ToolMiddleware): void {
    this.#middleware.push(middleware);
  }

  has(name: string): boolean {
    return this.#handlers.has(name);
  }

  get(name: string): ToolHandler | undefined {
    return this.#handlers.get(name);
  }

  async execute(name: string, params: unknown, context: ToolContext): Promise<unknown> {
    const handler = this.#find(name);
    if (handler.validate) {
      const validation = handler.validate(params, context);
      if (!validation.valid) throw new ValidationError(validation.errors);
    }
    return this.#buildChain(handler, context)(params);
  }

  /** Shows a handler the arguments that have arrived so far. */
  async handlePartial(block: PartialToolUse, context: ToolContext): Promise<void> {
    await this.#find(block.name).handlePartial?.(block, context);
  }

  /** An alias is listed with the name of its target, as it always was. */
  getToolDefinitions(): ToolDefinition[] {
    return Array.from(this.#handlers.values(), ({ name, description, schema }) => ({
      name,
      description,
      parameters: schema,
    }));
  }

  #find(name: string): ToolHandler {
    const handler = this.#handlers.get(name);
    if (handler === undefined) throw new ToolNotFoundError(name);
    return handler;
  }

  #buildChain(handler: ToolHandler, context: ToolContext): (params: unknown) => Promise<unknown> {
    return this.#middleware.reduceRight<(params: unknown) => Promise<unknown>>(
      (next, middleware) => (params) => middleware.execute(params, context, next),
      (params) => handler.execute(params, context),
    );
  }
}
