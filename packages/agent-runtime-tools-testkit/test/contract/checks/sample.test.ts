import { fail, ok } from '@ku0/agent-runtime-tools-core';
import { COPY_OPTIONS, SHOUT_OPTIONS, copy, shout } from '../sample-tools.ts';
import { NOTHING, findsFaults, type ToolFault } from '../tool-faults.ts';

findsFaults([
  {
    fault: 'no sample that succeeds',
    tool: copy(),
    options: { samples: [{ params: { from: 'a', to: 'b' }, expect: 'COPY_NO_FILE' }] },
    rule: 'has a sample that succeeds',
    problem: 'no sample is expected to be ok',
  },
  {
    fault: 'a failure where success is expected',
    tool: shout({ execute: async () => fail('SHOUT_HOARSE', 'The voice is gone.') }),
    rule: 'answers sample 1',
    problem: 'gave SHOUT_HOARSE (The voice is gone.) where ok was expected',
  },
  {
    fault: 'a success where a failure is expected',
    tool: shout(),
    options: { samples: [...SHOUT_OPTIONS.samples, { params: { text: 'x' }, expect: 'SHOUT_HOARSE' }] },
    rule: 'gives SHOUT_HOARSE for sample 2',
    problem: 'gave ok where SHOUT_HOARSE was expected',
  },
  {
    fault: 'a value that does not fit the output schema',
    tool: shout({ execute: async () => ok({ txt: 'HEY' }) }),
    rule: 'answers sample 1',
    problem: 'gave OUTPUT_INVALID',
  },
  {
    fault: 'a handler that changes its parameters',
    tool: shout({
      execute: async (params) => {
        Object.assign(params as object, { text: 'other' });
        return ok({ text: 'HEY' });
      },
    }),
    rule: 'answers sample 1',
    problem: 'read only property',
  },
  callersArguments(),
  {
    fault: 'a write that is not claimed',
    tool: copy({ capabilities: NOTHING }),
    options: COPY_OPTIONS,
    rule: 'answers sample 1',
    problem: 'changed b.txt, but claims neither writesFiles nor executesCommands',
  },
  {
    fault: 'a write that resources() does not name',
    tool: copy({ resources: () => [{ key: 'file:a.txt', access: 'read' }] }),
    options: COPY_OPTIONS,
    rule: 'answers sample 1',
    problem: 'changed b.txt, but resources() names nothing it writes',
  },
  {
    fault: 'resources without a key',
    tool: shout({ resources: () => [{ key: '', access: 'read' }] }),
    rule: 'answers sample 1',
    problem: 'not a list of { key, access }',
  },
  {
    fault: 'resources that are not a list',
    tool: shout({ resources: () => undefined as never }),
    rule: 'answers sample 1',
    problem: 'resources() gave something that is not a list of { key, access }',
  },
  lossyValue(new Date(0), 'the value.text is a Date: give plain data'),
  lossyValue(new Map(), 'the value.text is a Map: give plain data'),
  lossyValue(Number.NaN, 'the value.text is NaN, which JSON cannot represent'),
  lossyValue([1, undefined], 'the value.text[1] is of type undefined'),
  {
    fault: 'a preview of too many lines',
    tool: shout({ preview: () => ['one', 'two'] }),
    rule: 'answers sample 1',
    problem: 'preview(1) gave 2 lines',
  },
  {
    fault: 'a preview that is not a list',
    tool: shout({ preview: () => [7] as unknown as string[] }),
    rule: 'answers sample 1',
    problem: 'preview(3) gave something that is not a list of lines',
  },
  {
    fault: 'a preview that throws',
    tool: shout({ preview: () => JSON.parse('{') as string[] }),
    rule: 'answers sample 1',
    problem: 'preview(1) threw SyntaxError',
  },
  {
    fault: 'no parts for the model',
    tool: shout({ toModelOutput: () => [] }),
    rule: 'answers sample 1',
    problem: 'toModelOutput() gave no list of parts',
  },
  {
    fault: 'an invalid image',
    tool: shout({ toModelOutput: () => [{ type: 'image', data: 'not base64!', mediaType: 'image/png' }] }),
    rule: 'answers sample 1',
    problem: 'toModelOutput() part 1 is not an image',
  },
  {
    fault: 'model output that is not JSON',
    tool: shout({ toModelOutput: () => [{ type: 'json', value: { when: new Date(0) } }] }),
    rule: 'answers sample 1',
    problem: 'part 1 is not JSON: the value.when is a Date',
  },
  {
    fault: 'a part of an unknown type',
    tool: shout({ toModelOutput: () => [{ type: 'sound' }] as never }),
    rule: 'answers sample 1',
    problem: 'has the unknown type "sound"',
  },
  {
    fault: 'a rendering that throws',
    tool: shout({ toModelOutput: () => JSON.parse('{') as never }),
    rule: 'answers sample 1',
    problem: 'toModelOutput() threw SyntaxError',
  },
  {
    fault: 'a malformed error code',
    tool: copy({ execute: async () => fail('copyFailed') }),
    options: { ...COPY_OPTIONS, samples: [{ params: { from: 'a', to: 'b' }, expect: 'copyFailed' }] },
    rule: 'gives copyFailed for sample 1',
    problem: '"copyFailed" is not written LIKE_THIS',
  },
  {
    fault: 'an error with details that are not JSON',
    tool: copy({ execute: async () => fail('COPY_FAILED', 'No.', { details: { bytes: 1n } }) }),
    options: { ...COPY_OPTIONS, samples: [{ params: { from: 'a', to: 'b' }, expect: 'COPY_FAILED' }] },
    rule: 'gives COPY_FAILED for sample 1',
    problem: 'COPY_FAILED has details that are not JSON: a value that contains a bigint',
  },
  {
    fault: 'an error whose message is its code',
    tool: copy({ execute: async () => fail('COPY_FAILED') }),
    options: { ...COPY_OPTIONS, samples: [{ params: { from: 'a', to: 'b' }, expect: 'COPY_FAILED' }] },
    rule: 'gives COPY_FAILED for sample 1',
    problem: 'COPY_FAILED has no message for people',
  },
]);

function lossyValue(text: unknown, problem: string): ToolFault {
  const { output: _, ...tool } = shout({ execute: async () => ok({ text, absent: undefined }) });
  return { fault: `a value in which ${problem}`, tool, rule: 'answers sample 1', problem };
}

/** The handler cannot reach its caller's object through core, but through a closure it can. */
function callersArguments(): ToolFault {
  const params = { text: 'hey' };
  return {
    fault: "a handler that changes its caller's arguments",
    tool: shout({
      async execute() {
        params.text = 'changed';
        return ok({ text: 'HEY' });
      },
    }),
    options: { samples: [{ params }] },
    rule: 'answers sample 1',
    problem: "changed its caller's arguments",
  };
}
