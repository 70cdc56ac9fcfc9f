import { useEffect, useRef, useState } from 'react';
import type { CallAnswer, DryRunAnswer } from '../../api/studio-api.ts';
import { messageOf, request } from '../../client/request.ts';

export type CallState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly callId: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'dry-run'; readonly result: DryRunAnswer['result'] }
  | { readonly kind: 'done'; readonly answer: CallAnswer };

export interface Call {
  readonly state: CallState;
  readonly run: (args: unknown) => Promise<void>;
  readonly dryRun: (args: unknown) => Promise<void>;
  readonly stop: () => void;
}

/** Makes calls of a tool, one at a time. A call ends with the component. */
export function useCall(tool: string): Call {
  const [state, setState] = useState<CallState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (work: (path: string, signal: AbortSignal) => Promise<CallState>): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const ended = await work(`/api/tools/${encodeURIComponent(tool)}`, control.signal).catch(
      (error: unknown): CallState => ({
        kind: 'failed',
        message: control.signal.aborted ? 'The call was stopped.' : messageOf(error),
      }),
    );
    if (running.current === control) setState(ended);
  };
  return {
    state,
    run: (args) =>
      send(async (path, signal) => {
        const callId = crypto.randomUUID();
        setState({ kind: 'running', callId });
        const body = { arguments: args, callId };
        return { kind: 'done', answer: await request<CallAnswer>(`${path}/calls`, { method: 'POST', body, signal }) };
      }),
    dryRun: (args) =>
      send(async (path, signal) => {
        const body = { arguments: args };
        const { result } = await request<DryRunAnswer>(`${path}/dry-run`, { method: 'POST', body, signal });
        return { kind: 'dry-run', result };
      }),
    stop: () => running.current?.abort(),
  };
}
