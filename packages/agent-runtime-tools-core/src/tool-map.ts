import type { Tool, ToolHandler } from './contracts/tool-handler.ts';
import type { ToolPack } from './contracts/tool-pack.ts';

/** What a coordinator knows of a tool's types. */
export interface ToolSignature<P = unknown, R = unknown> {
  readonly params: P;
  readonly value: R;
}

/** The parameters of a tool by name; `unknown` for a name known only at run time. */
export type ParamsOf<M, N extends string> = N extends keyof M ? Member<M[N], 'params'> : unknown;

/** The value of a tool by name; `unknown` for a name known only at run time. */
export type ValueOf<M, N extends string> = N extends keyof M ? Member<M[N], 'value'> : unknown;

/** The map with one more tool. A name that is just `string` teaches nothing. */
export type WithTool<M, T extends ToolHandler> = string extends T['name']
  ? M
  : M & { readonly [K in T['name']]: SignatureOf<T> };

/** The map with a pack's tools and aliases. */
export type WithPack<M, P> =
  P extends ToolPack<infer Tools, infer Aliases>
    ? M &
        ToolsByName<Tools[number]> & {
          [A in keyof Aliases & string]: SignatureOf<Extract<Tools[number], { name: Aliases[A] }>>;
        }
    : M;

type Member<T, K extends string> = K extends keyof T ? T[K] : unknown;

type ToolsByName<T extends ToolHandler> = { [K in T as string extends K['name'] ? never : K['name']]: SignatureOf<K> };

/** A tool made by `defineTool` is told apart first: its types can be read off, not worked out. */
type SignatureOf<T extends ToolHandler> =
  T extends Tool<string, infer P, infer R>
    ? ToolSignature<P, R>
    : T extends ToolHandler<infer P, infer R>
      ? ToolSignature<P, R>
      : ToolSignature;
