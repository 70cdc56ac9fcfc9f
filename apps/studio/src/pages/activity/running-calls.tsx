import { useEffect, useRef, type ReactNode } from 'react';
import { statusOf, type CallRow } from '../../activity/call-row.ts';
import { activity, useActivity } from '../../activity/use-activity.ts';
import { request } from '../../client/request.ts';
import { counted, duration } from '../../parts/format.ts';
import { useNow } from '../../parts/use-now.ts';
import { linkTo } from '../../shell/use-route.ts';
import { Progress } from '../tools/live-output.tsx';

/** The calls that run now, side by side, each with its output as it comes. */
export function RunningCalls(): ReactNode {
  useActivity((store) => store.version);
  const now = useNow(500, activity.running.size > 0);
  // Calls that end at once would only flicker.
  const running = [...activity.running].filter((row) => now - row.startedAt > SETTLED_MS || row.output !== '');
  const shown = running.slice(-MAX_SHOWN);
  if (shown.length === 0) return undefined;
  return (
    <section className="running" aria-label="Running calls">
      {shown.map((row) => (
        <RunningCall key={row.call} row={row} now={now} />
      ))}
      {running.length > shown.length && (
        <p className="muted">{counted(running.length - shown.length, 'more call')} running</p>
      )}
    </section>
  );
}

function RunningCall({ row, now }: { readonly row: CallRow; readonly now: number }): ReactNode {
  const output = useRef<HTMLPreElement>(null);
  useEffect(() => {
    output.current?.scrollTo({ top: output.current.scrollHeight });
  }, [row.output]);
  const stop = (): void => {
    void request(`/api/calls/${encodeURIComponent(row.call)}/cancel`, { method: 'POST' }).catch(() => undefined);
  };
  const status = statusOf(row);
  return (
    <article className="running-call" aria-label={`${row.tool} is ${status}`}>
      <header>
        <span className={`dot dot-${status}`} aria-hidden="true" />
        <a className="mono" href={linkTo('activity', row.call)}>
          {row.tool}
        </a>
        <span className="muted">{duration(Math.max(0, now - row.startedAt))}</span>
        <span className="spacer" />
        {row.waitsFor !== undefined && <a href={linkTo('approvals', row.waitsFor)}>Review</a>}
        <button type="button" className="small" onClick={stop}>
          Stop
        </button>
      </header>
      <p className="mono running-args">{row.args}</p>
      <Progress progress={row.progress} />
      {row.output !== '' && (
        <pre className="live-output" ref={output} tabIndex={0} aria-label={`Output of ${row.tool}`}>
          {row.output.slice(-SHOWN_CHARS)}
        </pre>
      )}
    </article>
  );
}

const SETTLED_MS = 400;
const MAX_SHOWN = 6;
const SHOWN_CHARS = 4000;
