import { useState, type ReactNode } from 'react';
import type { PendingApproval } from '../api/studio-api.ts';
import { messageOf } from '../client/request.ts';
import { RiskBadge } from '../parts/badge.tsx';
import { counted } from '../parts/format.ts';
import { ErrorNotice } from '../parts/notice.tsx';
import { linkTo } from '../shell/use-route.ts';
import { usePending } from './use-pending.tsx';

/** The requests that wait, on top of every page. */
export function PendingStrip(): ReactNode {
  const { pending } = usePending();
  const more = pending.length - MAX_SHOWN;
  return (
    <section className="pending-strip" aria-label="Waiting for your approval" aria-live="polite">
      {pending.slice(0, MAX_SHOWN).map((each) => (
        <PendingCard key={each.request.id} approval={each} />
      ))}
      {more > 0 && <a href={linkTo('approvals')}>{counted(more, 'more request')}</a>}
    </section>
  );
}

function PendingCard({ approval: { request, reasons } }: { readonly approval: PendingApproval }): ReactNode {
  const { answer } = usePending();
  const [problem, setProblem] = useState<string>();
  const decide = (approved: boolean): void => {
    answer(request.id, { approved }).catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <article className="pending-card">
      <div className="pending-text">
        <p className="pending-title">
          <strong>{request.tool}</strong> <RiskBadge level={request.risk.level} />
        </p>
        <p className="pending-target">{targetOf(request.args)}</p>
        <p className="muted">{reasons[0]}</p>
        {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
      </div>
      <div className="pending-actions">
        <a className="button" href={linkTo('approvals', request.id)}>
          Review
        </a>
        <button type="button" onClick={() => decide(false)}>
          Deny
        </button>
        <button type="button" className="primary" onClick={() => decide(true)}>
          Approve once
        </button>
      </div>
    </article>
  );
}

/** The argument that says most about a call. */
export function targetOf(args: Readonly<Record<string, unknown>>): string {
  const key = ['command', 'path', 'url', 'from', 'pattern'].find((name) => typeof args[name] === 'string');
  return key === undefined ? JSON.stringify(args) : String(args[key]);
}

const MAX_SHOWN = 2;
