import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { Extension, middlewareOf } from './extension.ts';

/** The part of a coordinator that takes middlewares. */
interface MiddlewareHost {
  use(middleware: ToolMiddleware): unknown;
}

/** Collects extensions: middlewares of any package, and classes. Their phases and priorities decide the order. */
export class ExtensionManager {
  readonly #middlewares: ToolMiddleware[] = [];
  readonly #hosts = new Set<MiddlewareHost>();

  /** Adds an extension, or several that belong together. Those added later count for later calls. */
  register(extension: Extension | ToolMiddleware | readonly ToolMiddleware[]): this {
    const added = extension instanceof Extension ? [middlewareOf(extension)] : [extension].flat();
    this.#middlewares.push(...added);
    for (const host of this.#hosts) for (const middleware of added) host.use(middleware);
    return this;
  }

  /** Gives all extensions to a coordinator, also those that are registered later. */
  attach(host: MiddlewareHost): void {
    if (this.#hosts.has(host)) return;
    this.#hosts.add(host);
    for (const middleware of this.#middlewares) host.use(middleware);
  }

  /** Extensions that are registered from now on are not given to the coordinator. */
  detach(host: MiddlewareHost): void {
    this.#hosts.delete(host);
  }
}
