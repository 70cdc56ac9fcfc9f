import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';

/** The first line of an error of Playwright, without the name of the method: the rest is a log in colours. */
export function messageOf(error: unknown): string {
  const [line = ''] = errorMessage(error).split('\n');
  return printable(line.replace(/^\w+\.\w+: /, '').replace(/^Error: /, '')).slice(0, 300);
}

/** The reason in Playwright's log for which an action could not be carried out: `<div> intercepts pointer events`. */
export function reasonOf(error: unknown): string | undefined {
  const text = error instanceof Error ? error.message : '';
  const found = /(<[^\n]*> (?:from [^\n]* )?intercepts pointer events|element is not \w+(?: \w+)?)/.exec(text)?.[1];
  return found === undefined ? undefined : printable(found).slice(0, 300);
}

/** Playwright is loaded later, so its class cannot be compared with. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
