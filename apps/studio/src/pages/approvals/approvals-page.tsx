import type { ReactNode } from 'react';
import { usePending } from '../../approvals/use-pending.tsx';
import { targetOf } from '../../approvals/pending-strip.tsx';
import { RiskBadge } from '../../parts/badge.tsx';
import { clock, taskName } from '../../parts/format.ts';
import { Empty } from '../../parts/notice.tsx';
import { linkTo } from '../../shell/use-route.ts';
import { RequestReview } from './request-review.tsx';
import { RememberedList } from './remembered-list.tsx';

/** The requests that wait for an answer, and what was approved for longer. */
export function ApprovalsPage({ route }: { readonly route: readonly string[] }): ReactNode {
  const { pending } = usePending();
  const chosen = pending.find(({ request }) => request.id === route[1]) ?? pending[0];
  return (
    <div className="page">
      <h1>Approvals</h1>
      {chosen === undefined ? (
        <Empty title="Nothing waits for you">
          A call that no rule decides stops here until you answer. The requests of all clients arrive on this page.
        </Empty>
      ) : (
        <div className="split">
          <nav className="split-list" aria-label="Waiting requests">
            {pending.map(({ request }) => (
              <a
                key={request.id}
                className="list-item"
                href={linkTo('approvals', request.id)}
                aria-current={request.id === chosen.request.id ? 'true' : undefined}
              >
                <span className="list-title">
                  <strong>{request.tool}</strong> <RiskBadge level={request.risk.level} />
                </span>
                <span className="list-detail mono">{targetOf(request.args)}</span>
                <span className="list-detail">
                  {clock(request.createdAt)} · {taskName(request.taskId)}
                </span>
              </a>
            ))}
          </nav>
          <RequestReview key={chosen.request.id} approval={chosen} />
        </div>
      )}
      <RememberedList />
    </div>
  );
}
