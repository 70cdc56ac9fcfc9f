import { useState, type ReactNode } from 'react';
import type { TrustChange } from '../../api/studio-api.ts';
import { messageOf, request } from '../../client/request.ts';

/** Trusts exactly the content that is shown. */
export function TrustButton({
  change,
  onDone,
}: {
  readonly change: TrustChange;
  readonly onDone: () => void;
}): ReactNode {
  const [state, setState] = useState('');
  const trust = async (): Promise<void> => {
    try {
      await request('/api/trust', { method: 'POST', body: change });
      setState('Trusted from the next start on');
      onDone();
    } catch (error) {
      setState(messageOf(error));
    }
  };
  return state === '' ? (
    <button type="button" onClick={() => void trust()}>
      Trust this content
    </button>
  ) : (
    <span role="status">{state}</span>
  );
}
