import type { Tool, ToolParameterSchema } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

export interface ToolRegistry {
  /** Throws if the name is taken. */
  register(tool: Tool): void;
  /** Returns false if there is no such tool. */
  unregister(name: string): boolean;
  get(name: string): Tool | undefined;
  has(name: string): boolean;
  getAll(): Tool[];
  getNames(): string[];
  /** The tools as Gemini takes them. */
  getDeclarations(): ToolDeclarations[];
  initializeAll(context: ToolContext): Promise<void>;
  shutdownAll(): Promise<void>;
}

export interface ToolDeclarations {
  functionDeclarations: { name: string; description: string; parameters: ToolParameterSchema }[];
}
