import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { HookFunction } from '../config/hook-config.ts';
import type { HookInput } from '../config/hook-input.ts';
import type { Reply, Transport } from './transport.ts';

/** Calls a function of the host. A function that ignores its signal is abandoned after the timeout. */
export function functionTransport(run: HookFunction): Transport {
  return {
    describe: run.name === '' ? 'a function' : `the function ${run.name}`,
    async deliver(input, { signal, timeoutMs }): Promise<Reply> {
      const controller = new AbortController();
      const { promise: settled, resolve: settle } = Promise.withResolvers<Reply>();
      const abandon = (reply: Reply): void => {
        settle(reply);
        controller.abort();
      };
      const onAbort = (): void => abandon({ kind: 'cancelled' });
      const timer = setTimeout(
        () => abandon({ kind: 'failed', why: `it did not finish within ${timeoutMs} ms` }),
        timeoutMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        if (signal.aborted) return { kind: 'cancelled' };
        answer(run, input as HookInput, controller.signal).then(settle, (error: unknown) => settle(thrown(error)));
        return await settled;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

async function answer(run: HookFunction, input: HookInput, signal: AbortSignal): Promise<Reply> {
  return { kind: 'value', value: await run(input, { signal }) };
}

function thrown(error: unknown): Reply {
  return { kind: 'failed', why: `it threw: ${errorMessage(error)}` };
}
