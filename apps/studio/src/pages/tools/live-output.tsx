import { useEffect, useRef, type ReactNode } from 'react';
import { activity, useActivity } from '../../activity/use-activity.ts';
import { duration } from '../../parts/format.ts';
import { useNow } from '../../parts/use-now.ts';
import { linkTo } from '../../shell/use-route.ts';

/** What a running call prints, as it prints it. */
export function LiveOutput({ callId }: { readonly callId: string }): ReactNode {
  useActivity((store) => store.version);
  const now = useNow(200);
  const end = useRef<HTMLPreElement>(null);
  const row = activity.callWithId(callId);
  const output = row?.output ?? '';
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [output]);
  return (
    <section className="outcome" aria-label="Running">
      <h3>
        <span className="running-mark" aria-hidden="true" />
        {row?.waitsFor === undefined ? 'Running' : 'Waiting for approval'}
        <span className="muted"> {row === undefined ? '' : duration(Math.max(0, now - row.startedAt))}</span>
      </h3>
      {row?.waitsFor !== undefined && <a href={linkTo('approvals', row.waitsFor)}>Review the request</a>}
      <Progress progress={row?.progress} />
      {output !== '' && (
        <pre className="live-output" ref={end} tabIndex={0} aria-label="Output">
          {output}
        </pre>
      )}
    </section>
  );
}

interface ProgressProps {
  readonly progress: { readonly done: number; readonly total?: number; readonly message?: string } | undefined;
}

export function Progress({ progress }: ProgressProps): ReactNode {
  if (progress === undefined) return undefined;
  const { done, total, message } = progress;
  return (
    <p className="progress">
      <progress aria-label="Progress" value={total === undefined ? undefined : done} max={total} />
      <span className="muted">{message ?? (total === undefined ? done : `${done} of ${total}`)}</span>
    </p>
  );
}
