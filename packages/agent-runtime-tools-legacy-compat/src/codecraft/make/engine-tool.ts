import type { CodecraftErrorCode } from '../errors.ts';
import { makeTool, type Outcome } from './make-tool.ts';
import { optional, requiredText } from './check-parameters.ts';
import { SchemaType } from '../schema-type.ts';
import type { Tool } from '../types/tool.ts';
import type { RustEngine } from '../types/tool-context.ts';

export interface EngineParams {
  readonly query?: string;
  readonly symbol?: string;
  readonly file?: string;
  readonly path?: string;
}

export interface EngineToolDraft {
  readonly name: string;
  readonly description: string;
  readonly parametersDescription: string;
  /** Required texts, in this order, with their descriptions. */
  readonly required?: Readonly<Record<string, string>>;
  /** Whether it takes a folder, which is '.' by default. */
  readonly path?: string;
  readonly method: keyof RustEngine;
  readonly errorCode: CodecraftErrorCode;
  readonly ask: (engine: RustEngine, params: Required<EngineParams>) => unknown;
  /** What an empty answer means. Default: it is an answer. */
  readonly nothing?: (params: EngineParams) => Outcome;
}

/** Makes a tool that passes its question on to the engine of the context. */
export function engineTool(draft: EngineToolDraft): Tool {
  const { name, description, parametersDescription, required = {}, path, method, errorCode, ask, nothing } = draft;
  const names = Object.keys(required);
  const texts = Object.entries({ ...required, ...(path !== undefined && { path }) });
  return makeTool<EngineParams>({
    name,
    description,
    parametersDescription,
    properties: Object.fromEntries(texts.map(([key, text]) => [key, { type: SchemaType.STRING, description: text }])),
    required: names,
    capabilities: { requiresRustEngine: true },
    rules: [...names.map((each) => requiredText(each)), ...(path === undefined ? [] : [optional('path', 'string')])],
    errorCode,
    async run(params, { rustEngine }) {
      if (!rustEngine?.[method]) return notAvailable(method);
      const { query = '', symbol = '', file = '' } = params;
      const data = await ask(rustEngine, { query, symbol, file, path: params.path || '.' });
      return (data === null || data === undefined) && nothing !== undefined ? nothing(params) : { data };
    },
  });
}

function notAvailable(method: keyof RustEngine): Outcome {
  const message = `Rust engine ${method} function not available`;
  return { failure: { code: 'ENGINE_NOT_AVAILABLE', message } };
}
