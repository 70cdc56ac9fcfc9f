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
];

type Accepts = (input: unknown) => input is SubjectInput;

async function compileWithAjv(): Promise<Accepts> {
  const { Ajv } = await import('ajv');
  return new Ajv().compile<SubjectInput>(INPUT_SCHEMA);
}

function valid(input: unknown, accepts: Accepts): SubjectInput {
  if (!accepts(input)) throw new TypeError('the input does not fit');
  return input;
}
