import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';

/** What a person saw when a call was approved, by the call's parameters: they are frozen and belong to one call. */
const states = new WeakMap<object, string>();

/** Remembers the state that an approval request shows. A call that cannot be planned has none and fails later by itself. */
export async function rememberState(params: object, state: () => Promise<string>): Promise<void> {
  const known = await state().catch(() => undefined);
  if (known !== undefined) states.set(params, known);
}

/** Throws if the repository is no longer as it was when the call was approved. */
export function checkState(params: object, state: string): void {
  const approved = states.get(params);
  if (approved !== undefined && approved !== state) throw new ToolFailure(gitErrors.CHANGED_SINCE_APPROVAL());
}
