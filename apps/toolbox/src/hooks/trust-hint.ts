import type { Hooks } from '@ku0/agent-runtime-tools-hooks';

/** How to let hooks run that lie in the workspace and are not trusted; undefined where there are none. */
export function trustHint({ diagnostics }: Hooks, program: string): string | undefined {
  const untrusted = diagnostics.find(({ kind, trust }) => kind === 'untrusted' && trust !== undefined);
  return untrusted && `Once you have read it: ${program} trust hooks ${untrusted.file}`;
}
