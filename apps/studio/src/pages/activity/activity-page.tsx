import { useMemo, useState, type ReactNode } from 'react';
import { statusOf, type CallRow, type CallStatus } from '../../activity/call-row.ts';
import { activity, useActivity } from '../../activity/use-activity.ts';
import { clock, counted, duration, taskName } from '../../parts/format.ts';
import { Empty } from '../../parts/notice.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { linkTo } from '../../shell/use-route.ts';
import { CallStoryPanel } from './call-story-panel.tsx';
import { RunningCalls } from './running-calls.tsx';
import { Timeline } from './timeline.tsx';

/** Everything that happens, as it happens. */
export function ActivityPage({ route }: { readonly route: readonly string[] }): ReactNode {
  const version = useActivity((store) => store.version);
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<CallStatus | 'all'>('all');
  const chosen = route[1];
  const rows = useMemo(() => {
    void version;
    return [...activity.calls.values()].filter((row) => isShown(row, search, status)).toReversed();
  }, [version, search, status]);
  return (
    <div className={`page activity ${chosen === undefined ? '' : 'has-story'}`}>
      <header className="page-head">
        <h1>Activity</h1>
        <p className="muted" role="status">
          {counted(activity.calls.size, 'call')}
          {activity.lost > 0 && `, ${counted(activity.lost, 'event')} missed`}
        </p>
      </header>
      <Timeline />
      <RunningCalls />
      <div className="filters">
        <input
          type="search"
          aria-label="Filter calls"
          placeholder="Filter by tool, arguments or error  ( / )"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label>
          <span className="visually-hidden">Status</span>
          <select value={status} onChange={(event) => setStatus(event.target.value as CallStatus | 'all')}>
            <option value="all">All calls</option>
            <option value="running">Running</option>
            <option value="waiting">Waiting for approval</option>
            <option value="ok">Succeeded</option>
            <option value="failed">Failed</option>
          </select>
        </label>
      </div>
      <div className="activity-body">
        {rows.length === 0 ? (
          <Empty title={activity.calls.size === 0 ? 'No calls yet' : 'No call matches'}>
            Calls of this page and of all MCP clients appear here.
          </Empty>
        ) : (
          <VirtualList label="Calls, newest first" items={rows} rowHeight={44} keyOf={({ call }) => call}>
            {(row) => <CallLine row={row} isChosen={row.call === chosen} />}
          </VirtualList>
        )}
        {chosen !== undefined && <CallStoryPanel key={chosen} call={chosen} />}
      </div>
    </div>
  );
}

function CallLine({ row, isChosen }: { readonly row: CallRow; readonly isChosen: boolean }): ReactNode {
  const status = statusOf(row);
  return (
    <a className="call-line" href={linkTo('activity', row.call)} aria-current={isChosen ? 'true' : undefined}>
      <span className={`dot dot-${status}`} aria-hidden="true" />
      <span className="visually-hidden">{STATUS_WORDS[status]}</span>
      <span className="call-time">{clock(row.startedAt)}</span>
      <strong className="mono call-tool">{row.tool}</strong>
      <span className="call-args mono">{row.args}</span>
      <span className="call-task muted">{taskName(row.task)}</span>
      <span className={`call-end ${status === 'failed' ? 'bad' : 'muted'}`}>
        {row.code ?? (row.ms === undefined ? STATUS_WORDS[status] : duration(row.ms))}
      </span>
    </a>
  );
}

const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  running: 'running',
  waiting: 'waiting',
  ok: 'succeeded',
  failed: 'failed',
};

function isShown(row: CallRow, search: string, status: CallStatus | 'all'): boolean {
  if (status !== 'all' && statusOf(row) !== status) return false;
  if (search === '') return true;
  return `${row.tool} ${row.args} ${row.code ?? ''} ${row.task}`.toLowerCase().includes(search.toLowerCase());
}
