import { preparedCase, type BenchCase } from '../bench-case.ts';
import { INPUT_SCHEMA, INVALID, INVALID_TEXT, VALID, VALID_TEXT, handle, hasContent } from '../benchmark-tool.ts';
import type { ToolInput, ToolOutput } from '../benchmark-tool.ts';
import { inOwnTurn } from './in-own-turn.ts';

/** Every case is compared with this one. */
export const PLAIN: BenchCase = {
  id: 'baseline/plain',
  title: 'plain async function',
  group: 'baseline',
  note: 'no validation',
  prepare: async () => preparedCase({ run: () => handle(VALID), accepts: hasContent }),
};

/** Plain functions, with and without validation. */
export const baselineCases: readonly BenchCase[] = [
  PLAIN,
  {
    id: 'baseline/plain-turn',
    title: 'plain async function, one per turn of the event loop',
    group: 'baseline',
    note: 'no validation',
    prepare: async () => preparedCase({ run: () => inOwnTurn(handle(VALID)), accepts: hasContent }),
  },
  {
    id: 'baseline/ajv',
    title: 'ajv (compiled) + async function',
    group: 'baseline',
    prepare: async () => {
      const accepts = await compileWithAjv();
      const call = async (input: unknown): Promise<ToolOutput> => handle(valid(input, accepts));
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
  {
    id: 'baseline/ajv-text',
    title: 'JSON.parse + ajv (compiled) + async function',
    group: 'baseline',
    prepare: async () => {
      const accepts = await compileWithAjv();
      const call = async (text: string): Promise<ToolOutput> => handle(valid(JSON.parse(text), accepts));
      return preparedCase({ run: () => call(VALID_TEXT), refused: () => call(INVALID_TEXT), accepts: hasContent });
    },
  },
  {
    id: 'baseline/zod',
    title: 'zod parse + async function',
    group: 'baseline',
    prepare: async () => {
      const { zodInput } = await import('../zod-schemas.ts');
      const call = async (input: unknown): Promise<ToolOutput> => handle(zodInput.parse(input));
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
  {
    id: 'baseline/middlewares',
    title: 'three middlewares around the async function',
    group: 'baseline',
    note: 'the three of `ours/full`, in a promise that can be settled from outside; no validation',
    prepare: async () => {
      const call = throughMiddlewares((input: ToolInput) => input);
      return preparedCase({ run: () => call(VALID), accepts: hasContent });
    },
  },
  {
    id: 'baseline/middlewares-frozen',
    title: 'the same, with arguments checked, copied and frozen by hand',
    group: 'baseline',
    note: 'no ids, events, clock, limits, statistics or metadata yet',
    prepare: async () => {
      const call = throughMiddlewares(frozenCopy);
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
];

type Next = (input: ToolInput) => Promise<ToolOutput>;

/** The least that a call through three middlewares can take. */
function throughMiddlewares<T>(accept: (input: T) => ToolInput): (input: T) => Promise<ToolOutput> {
  const counts = { lastStart: 0, successes: 0, ended: 0 };
  const middlewares: ((input: ToolInput, next: Next) => Promise<ToolOutput>)[] = [
    async (input, next) => {
      counts.lastStart = performance.now();
      return next(input);
    },
    async (input, next) => {
      const output = await next(input);
      if (output.content !== '') counts.successes++;
      return output;
    },
    async (input, next) => {
      try {
        return await next(input);
      } finally {
        counts.ended++;
      }
    },
  ];
  const chain = middlewares.reduceRight<Next>((next, middleware) => (input) => middleware(input, next), handle);
  return (input) => new Promise((resolve, reject) => void chain(accept(input)).then(resolve, reject));
}

/** A handwritten copy for this one schema, as fast as possible. */
function frozenCopy(source: object): ToolInput {
  const { path, offset, limit, tags } = source as Record<string, unknown>;
  if (typeof path !== 'string' || !isText(path)) throw new TypeError('path');
  if (offset !== undefined && !(Number.isInteger(offset) && (offset as number) >= 0)) throw new TypeError('offset');
  if (limit !== undefined && !(Number.isInteger(limit) && (limit as number) >= 1)) throw new TypeError('limit');
  if (Object.getPrototypeOf(source) !== Object.prototype) throw new TypeError('not a plain object');
  const present = 1 + Number(offset !== undefined) + Number(limit !== undefined) + Number(tags !== undefined);
  if (Object.keys(source).length !== present) throw new TypeError('unknown parameters');
  const copy: ToolInput = { path, offset: offset as number, limit: limit as number, tags: frozenTexts(tags) };
  return Object.freeze(copy);
}

function frozenTexts(source: unknown): string[] | undefined {
  if (source === undefined) return undefined;
  if (!Array.isArray(source)) throw new TypeError('not a list');
  const copy = new Array<string>(source.length);
  for (let index = 0; index < source.length; index++) {
    const text: unknown = source[index];
    if (typeof text !== 'string' || !isText(text)) throw new TypeError('not a text');
    copy[index] = text;
  }
  return Object.freeze(copy) as string[];
}

function isText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code >= 0xd800) return false;
  }
  return true;
}

type Accepts = (input: unknown) => input is ToolInput;

async function compileWithAjv(): Promise<Accepts> {
  const { Ajv } = await import('ajv');
  return new Ajv().compile<ToolInput>(INPUT_SCHEMA);
}

function valid(input: unknown, accepts: Accepts): ToolInput {
  if (!accepts(input)) throw new TypeError('the input does not fit');
  return input;
}
