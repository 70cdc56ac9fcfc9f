import type { ToolCallbacks } from '../../contracts/tool-context.ts';
import type { Call } from './call.ts';

/** The host's callbacks for a call. While a person answers, the clocks of this call and of the calls around it stop. */
export function pausingCallbacks(call: Call): ToolCallbacks {
  const { callbacks } = call;
  const ask = callbacks.ask?.bind(callbacks);
  const say = callbacks.say?.bind(callbacks);
  const confirm = callbacks.confirm?.bind(callbacks);
  const form = callbacks.form?.bind(callbacks);
  if (ask === undefined && confirm === undefined && form === undefined) return callbacks;
  return {
    ...callbacks,
    ...(say && { say }),
    ...(ask && { ask: (question, options) => whilePaused(call, ask(question, options)) }),
    ...(confirm && { confirm: (message, options) => whilePaused(call, confirm(message, options)) }),
    ...(form && { form: (schema, options) => whilePaused(call, form(schema, options)) }),
  };
}

async function whilePaused<T>(call: Call, answer: Promise<T>): Promise<T> {
  call.pause();
  call.pauseOuterCalls();
  try {
    return await answer;
  } finally {
    call.resume();
    call.resumeOuterCalls();
  }
}
