import { preparedCase, type BenchCase } from '../bench-case.ts';
import { INPUT_SCHEMA, INVALID, INVALID_TEXT, VALID, VALID_TEXT, handle, hasContent } from '../subject.ts';
import type { SubjectInput, SubjectOutput } from '../subject.ts';
import { nextTurnAfter } from './next-turn-after.ts';

/** What every case is compared with. */
export const PLAIN: BenchCase = {
  id: 'floor/plain',
  title: 'plain async function',
  kind: 'floor',
  note: 'no validation',
  prepare: async () => preparedCase({ run: () => handle(VALID), accepts: hasContent }),
};

/** What a call costs that validates and does nothing else. */
export const floorCases: readonly BenchCase[] = [
  PLAIN,
  {
    id: 'floor/plain-turn',
    title: 'plain async function, one per turn of the event loop',
    kind: 'floor',
    note: 'no validation',
    prepare: async () => preparedCase({ run: () => nextTurnAfter(handle(VALID)), accepts: hasContent }),
  },
  {
    id: 'floor/ajv',
    title: 'ajv (compiled) + async function',
    kind: 'floor',
    prepare: async () => {
      const accepts = await compileWithAjv();
      const call = async (input: unknown): Promise<SubjectOutput> => handle(valid(input, accepts));
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
  {
    id: 'floor/ajv-text',
    title: 'JSON.parse + ajv (compiled) + async function',
    kind: 'floor',
    prepare: async () => {
      const accepts = await compileWithAjv();
      const call = async (text: string): Promise<SubjectOutput> => handle(valid(JSON.parse(text), accepts));
      return preparedCase({ run: () => call(VALID_TEXT), refused: () => call(INVALID_TEXT), accepts: hasContent });
    },
  },
  {
    id: 'floor/zod',
    title: 'zod parse + async function',
    kind: 'floor',
    prepare: async () => {
      const { zodInput } = await import('../zod-schemas.ts');
      const call = async (input: unknown): Promise<SubjectOutput> => handle(zodInput.parse(input));
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
  {
    id: 'floor/middlewares',
    title: 'three middlewares around the async function',
    kind: 'floor',
    note: 'the three of `ours/full`, in a promise that can be settled from outside; no validation',
    prepare: async () => {
      const call = throughMiddlewares((input: SubjectInput) => input);
      return preparedCase({ run: () => call(VALID), accepts: hasContent });
    },
  },
  {
    id: 'floor/middlewares-frozen',
    title: 'the same, with arguments checked, copied and frozen by hand',
    kind: 'floor',
    note: 'no ids, events, clock, limits, statistics or metadata yet',
    prepare: async () => {
      const call = throughMiddlewares(frozenCopy);
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
];

type Next = (input: SubjectInput) => Promise<SubjectOutput>;

/** The least that a call through three middlewares takes, whoever calls them. */
function throughMiddlewares<T>(accept: (input: T) => SubjectInput): (input: T) => Promise<SubjectOutput> {
  const seen = { lastStart: 0, successes: 0, ended: 0 };
  const middlewares: ((input: SubjectInput, next: Next) => Promise<SubjectOutput>)[] = [
    async (input, next) => {
      seen.lastStart = performance.now();
      return next(input);
    },
    async (input, next) => {
      const output = await next(input);
      if (output.content !== '') seen.successes++;
      return output;
    },
    async (input, next) => {
      try {
        return await next(input);
      } finally {
        seen.ended++;
      }
    },
  ];
  const chain = middlewares.reduceRight<Next>((next, middleware) => (input) => middleware(input, next), handle);
  return (input) => new Promise((resolve, reject) => void chain(accept(input)).then(resolve, reject));
}

/** As fast as code can be that knows this one schema. */
function frozenCopy(source: object): SubjectInput {
  const { path, offset, limit, tags } = source as Record<string, unknown>;
  if (typeof path !== 'string' || !isText(path)) throw new TypeError('path');
  if (offset !== undefined && !(Number.isInteger(offset) && (offset as number) >= 0)) throw new TypeError('offset');
  if (limit !== undefined && !(Number.isInteger(limit) && (limit as number) >= 1)) throw new TypeError('limit');
  if (Object.getPrototypeOf(source) !== Object.prototype) throw new TypeError('not a plain object');
  const present = 1 + Number(offset !== undefined) + Number(limit !== undefined) + Number(tags !== undefined);
  if (Object.keys(source).length !== present) throw new TypeError('unknown parameters');
  const copy: SubjectInput = { path, offset: offset as number, limit: limit as number, tags: frozenTexts(tags) };
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

type Accepts = (input: unknown) => input is SubjectInput;

async function compileWithAjv(): Promise<Accepts> {
  const { Ajv } = await import('ajv');
  return new Ajv().compile<SubjectInput>(INPUT_SCHEMA);
}

function valid(input: unknown, accepts: Accepts): SubjectInput {
  if (!accepts(input)) throw new TypeError('the input does not fit');
  return input;
}
