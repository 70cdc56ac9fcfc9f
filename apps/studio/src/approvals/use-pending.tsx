import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useActivity } from '../activity/use-activity.ts';
import type { ApprovalAnswer, PendingApproval } from '../api/studio-api.ts';
import { request } from '../client/request.ts';
import { useResource } from '../client/use-resource.ts';

interface Pending {
  readonly pending: readonly PendingApproval[];
  /** Rejects if somebody else has answered first. */
  readonly answer: (id: string, answer: ApprovalAnswer) => Promise<void>;
}

const PendingContext = createContext<Pending>({ pending: [], answer: () => Promise.resolve() });

/** The requests that wait, for all parts of the page. They are loaded again whenever one arrives or is settled anywhere. */
export function PendingProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const version = useActivity((store) => `${store.approvalsVersion} ${store.connection}`);
  const { value = NONE, reload } = useResource<readonly PendingApproval[]>('/api/approvals', version);
  const shared = useMemo(
    () => ({
      pending: value,
      answer: async (id: string, answer: ApprovalAnswer): Promise<void> => {
        try {
          await request(`/api/approvals/${encodeURIComponent(id)}`, { method: 'POST', body: answer });
        } finally {
          reload();
        }
      },
    }),
    [value, reload],
  );
  return <PendingContext value={shared}>{children}</PendingContext>;
}

export function usePending(): Pending {
  return useContext(PendingContext);
}

const NONE: readonly PendingApproval[] = [];
