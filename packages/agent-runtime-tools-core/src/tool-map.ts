import type { Tool, ToolHandler } from './contracts/tool-handler.ts';
import type { ToolSelector } from './contracts/tool-identity.ts';
import type { ToolPack } from './contracts/tool-pack.ts';

/** The types of a tool's parameters and value. */
export interface ToolSignature<P = unknown, R = unknown> {
  readonly params: P;
  readonly value: R;
}

/** The types of a coordinator's tools, by name. */
export type ToolMap = Readonly<Record<string, ToolSignature>>;

/** The parameters of a tool by name; `unknown` for a name known only at run time. */
export type ParamsOf<M extends ToolMap, N extends string> = M[N]['params'];

/** The value of a tool by name; `unknown` for a name known only at run time. */
export type ValueOf<M extends ToolMap, N extends string> = M[N]['value'];

/** The map with one more tool. A tool whose name is just `string` adds nothing. */
export type WithTool<M extends ToolMap, T extends ToolHandler> = string extends T['name']
  ? M
  : M & { readonly [K in T['name']]: SignatureOf<T> };

/** The map with a pack's tools and aliases. */
export type WithPack<M extends ToolMap, P> =
  P extends ToolPack<infer Tools, infer Aliases>
    ? M &
        ToolsByName<Tools[number]> & {
          [A in keyof Aliases & string]: SignatureOf<Extract<Tools[number], { name: Aliases[A] }>>;
        }
    : M;

/** The map with only the tools of these names; unchanged if a selector or a function chooses the tools. */
export type WithOnly<M extends ToolMap, N extends string> = string extends N
  ? M
  : [Exclude<N, ToolSelector>] extends [never]
    ? M
    : ToolMap & { readonly [K in Exclude<N, ToolSelector>]: M[K] };

type ToolsByName<T extends ToolHandler> = { [K in T as string extends K['name'] ? never : K['name']]: SignatureOf<K> };

/** `Tool` is matched first: its types can be inferred without checking every member of the handler. */
type SignatureOf<T extends ToolHandler> =
  T extends Tool<string, infer _P, infer R, infer I>
    ? ToolSignature<I, R>
    : T extends ToolHandler<infer P, infer R>
      ? ToolSignature<P, R>
      : ToolSignature;
