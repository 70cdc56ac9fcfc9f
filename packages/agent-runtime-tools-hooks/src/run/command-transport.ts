import { printable } from '@ku0/agent-runtime-tools-core';
import { traceVariables, type RunResult } from '@ku0/agent-runtime-tools-processes';
import { MAX_ANSWER_CHARS, type Delivery, type Reply, type Transport } from './transport.ts';

export interface CommandTransportOptions {
  /** With arguments, `command` is a program and no shell is used. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Allow variables that make a program load other code. Not for files, because trust does not cover the files that such variables name. */
  readonly anyVariables?: boolean;
}

/**
 * Runs a program with JSON on stdin. No part of a call is ever put on its command line. The program runs in its own process
 * group, which is ended with it, and is stopped if it prints too much.
 */
export function commandTransport(
  command: string,
  { args, env = {}, anyVariables = false }: CommandTransportOptions = {},
): Transport {
  return {
    describe: printable(args === undefined ? command : [command, ...args].join(' ')),
    async deliver(input, delivery: Delivery): Promise<Reply> {
      const { signal, timeoutMs, killGraceMs, cwd, owner, env: inherited, processes } = delivery;
      const overflow = new AbortController();
      let printed = 0;
      // The variables about the call win: a hook must not change the nesting depth.
      const whole = { ...traceVariables(delivery), ...env, ...inherited };
      const result = await processes().run(command, {
        ...(args === undefined ? { shell: true } : { args }),
        cwd,
        owner,
        timeoutMs,
        killGraceMs,
        env: whole,
        allowEnv: Object.keys(anyVariables ? whole : inherited),
        input: `${JSON.stringify(input)}\n`,
        signal: AbortSignal.any([signal, overflow.signal]),
        maxOutputChars: 2 * MAX_ANSWER_CHARS,
        onOutput(_, text) {
          printed += text.length;
          if (printed > MAX_ANSWER_CHARS) overflow.abort();
        },
      });
      if (overflow.signal.aborted)
        return { kind: 'failed', why: `it printed more than ${MAX_ANSWER_CHARS} characters` };
      return replyOf(result, timeoutMs);
    },
  };
}

function replyOf({ status, exitCode = -1, signal, stdout, stderr, error }: RunResult, timeoutMs: number): Reply {
  switch (status) {
    case 'exited':
      return { kind: 'exited', exitCode, stdout, stderr };
    case 'signaled':
      return { kind: 'failed', why: `it was ended by ${signal ?? 'a signal'}` };
    case 'timed-out':
      return { kind: 'failed', why: `it did not finish within ${timeoutMs} ms` };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return { kind: 'failed', why: `it could not be started: ${error?.message ?? 'unknown reason'}` };
  }
}
