import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok } from '@ku0/agent-runtime-tools-core';
import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { ToolContractOptions } from '../../../src/contract/contract-options.ts';
import { SHOUT_OPTIONS, shout } from '../sample-tools.ts';
import { WRITES, findsFaults } from '../tool-faults.ts';

const QUICK: ToolContractOptions = { ...SHOUT_OPTIONS, settleMs: 150 };

findsFaults([
  {
    fault: 'effects before the call begins',
    tool: shout({
      capabilities: WRITES,
      validate(_params, { cwd }) {
        writeFileSync(join(cwd, 'validated.txt'), '');
        return { valid: true };
      },
    }),
    rule: 'does nothing when it is cancelled before it begins',
    problem: 'changed validated.txt although it was cancelled',
  },
  {
    fault: 'a handler that does not listen',
    tool: shout({ execute: () => sleep(1_500, ok({ text: 'LATE' })) }),
    options: { ...QUICK, slowSample: { text: 'hey' } },
    rule: 'stops soon when it is cancelled',
    problem: 'goes on running after it was stopped: listen to context.signal',
  },
  {
    fault: 'a handler that takes its time to stop',
    tool: shout({ execute: (_params, { signal }) => slowToStop(signal, 300) }),
    options: { ...QUICK, slowSample: { text: 'hey' } },
    rule: 'stops soon when it is cancelled',
    problem: 'ms to stop; 150 are allowed',
  },
  {
    fault: 'a slow sample that is not slow',
    tool: shout(),
    options: { ...SHOUT_OPTIONS, slowSample: { text: 'hey' } },
    rule: 'stops soon when it is cancelled',
    problem: 'the slow sample was over within 50 ms',
  },
  {
    fault: 'work that goes on behind the call',
    tool: shout({
      capabilities: WRITES,
      async execute(_params, { cwd }) {
        void goOnWriting(join(cwd, 'late.txt'));
        return ok({ text: 'HEY' });
      },
    }),
    rule: 'stops soon when it is cancelled',
    problem: 'went on to change late.txt after the call had settled',
  },
  {
    fault: 'a handler that blocks the process',
    tool: shout({
      async execute() {
        const end = performance.now() + 250;
        while (performance.now() < end);
        return ok({ text: 'HEY' });
      },
    }),
    options: QUICK,
    rule: 'keeps to a limit of one millisecond',
    problem: 'ms to stop; 150 are allowed',
  },
  {
    fault: 'a failure that has nothing to do with the limit',
    tool: shout({ execute: async () => fail('SHOUT_HOARSE', 'The voice is gone.') }),
    rule: 'keeps to a limit of one millisecond',
    problem: 'gave SHOUT_HOARSE (The voice is gone.) where ok or TIMEOUT was expected',
  },
  {
    fault: 'state that two calls share',
    tool: shout({ execute: oneAtATime() }),
    rule: 'can be called twice at once',
    problem: 'one of two calls at once gave EXECUTION_ERROR (shout failed: busy)',
  },
  {
    fault: 'two calls that both fail',
    tool: shout({ execute: onlyAlone() }),
    rule: 'can be called twice at once',
    problem: 'neither of two calls at once succeeded',
  },
]);

/** Until the folder has gone. */
async function goOnWriting(file: string): Promise<void> {
  for (let count = 0; count < 500; count++) {
    await sleep(10);
    const written = await writeFile(file, String(count)).then(
      () => true,
      () => false,
    );
    if (!written) return;
  }
}

async function slowToStop(signal: AbortSignal, ms: number): Promise<ReturnType<typeof ok>> {
  await sleep(5_000, undefined, { signal }).catch(() => sleep(ms));
  return ok({ text: 'LATE' });
}

function oneAtATime(): ToolHandler['execute'] {
  let busy = false;
  return async () => {
    if (busy) throw new Error('busy');
    busy = true;
    await sleep(20);
    busy = false;
    return ok({ text: 'HEY' });
  };
}

function onlyAlone(): ToolHandler['execute'] {
  let running = 0;
  return async () => {
    running++;
    await sleep(20);
    const others = running > 1;
    await sleep(20);
    running--;
    return others ? fail('SHOUT_INTERRUPTED', 'Somebody else shouted.') : ok({ text: 'HEY' });
  };
}
