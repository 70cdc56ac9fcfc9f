import type { ReactNode } from 'react';
import type { Insight, MinuteStats } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { duration } from '../../parts/format.ts';
import { Empty, ErrorNotice } from '../../parts/notice.tsx';
import { useNow } from '../../parts/use-now.ts';
import { BarList } from './bar-list.tsx';
import { ColumnChart } from './column-chart.tsx';
import { LineChart } from './line-chart.tsx';

/** Numbers about the calls since the start. */
export function InsightPage(): ReactNode {
  const now = useNow(REFRESH_MS);
  const { value: insight, error } = useResource<Insight>('/api/insight', now);
  return (
    <div className="page">
      <h1>Insight</h1>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      {insight !== undefined && <Numbers insight={insight} />}
    </div>
  );
}

const REFRESH_MS = 2000;

function Numbers({ insight }: { readonly insight: Insight }): ReactNode {
  const { totals, tools, errorsByCode, approvals } = insight;
  const minutes = minutesSinceStart(insight);
  if (totals.calls === 0 && totals.running === 0)
    return <Empty title="No calls yet">Counts, durations and errors appear here with the first call.</Empty>;
  const tiles = [
    { name: 'Calls', value: totals.calls.toLocaleString('en') },
    { name: 'Running', value: String(totals.running) },
    { name: 'Failed', value: `${totals.errors.toLocaleString('en')} (${percent(totals.errors, totals.calls)})` },
    { name: 'Median', value: duration(totals.p50Ms) },
    { name: '95 % within', value: duration(totals.p95Ms) },
  ];
  return (
    <>
      <dl className="tiles">
        {tiles.map(({ name, value }) => (
          <div key={name} className="card tile">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="charts">
        <section className="card chart-wide" aria-label="Calls per minute">
          <h2>Calls per minute</h2>
          <ColumnChart minutes={minutes} />
        </section>
        <section className="card chart-wide" aria-label="Duration">
          <h2>Duration</h2>
          <LineChart minutes={minutes} />
        </section>
        <section className="card" aria-label="Tools">
          <h2>Tools</h2>
          <BarList
            none="No calls"
            items={tools.map(({ name, calls, errors, p95Ms }) => ({
              name,
              count: calls,
              bad: errors,
              note: `95 % within ${duration(p95Ms)}`,
            }))}
          />
        </section>
        <section className="card" aria-label="Errors">
          <h2>Errors by code</h2>
          <BarList
            none="No errors"
            items={errorsByCode.map(({ code, count }) => ({ name: code, count, bad: count }))}
          />
          <h2>Approvals by outcome</h2>
          <BarList
            none="No decisions"
            items={approvals.map(({ outcome, count }) => ({
              name: outcome,
              count,
              bad: outcome.startsWith('denied') ? count : 0,
            }))}
          />
        </section>
      </div>
    </>
  );
}

/** The minutes that the Studio has been running, at least some, so that the columns do not get too wide. */
function minutesSinceStart({ minutes, startedAt }: Insight): readonly MinuteStats[] {
  const now = minutes.at(-1)?.time ?? startedAt;
  return minutes.slice(-Math.max(MIN_MINUTES, Math.ceil((now - startedAt) / 60_000) + 1));
}

const MIN_MINUTES = 15;

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}
