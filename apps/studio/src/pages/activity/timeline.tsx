import { useMemo, type ReactNode } from 'react';
import { statusOf } from '../../activity/call-row.ts';
import { activity } from '../../activity/use-activity.ts';
import { counted } from '../../parts/format.ts';
import { useNow } from '../../parts/use-now.ts';
import { goTo } from '../../shell/use-route.ts';
import { intoLanes } from './lanes.ts';

/** The last minute: every call is a bar, and calls that ran at the same time are in lanes of their own. */
export function Timeline(): ReactNode {
  const now = useNow(250);
  const { bars, leftOut } = useMemo(() => {
    const from = now - WINDOW_MS;
    const recent = [...activity.calls.values()].filter(({ endedAt }) => endedAt === undefined || endedAt > from);
    return intoLanes(recent.slice(-MAX_BARS), { maxLanes: MAX_LANES, now });
  }, [now]);
  const lanes = Math.max(MIN_LANES, ...bars.map(({ lane }) => lane + 1));
  const height = lanes * LANE_HEIGHT + AXIS_HEIGHT;
  const x = (time: number): number => Math.max(0, WIDTH * (1 - (now - time) / WINDOW_MS));
  return (
    <figure className="timeline">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Calls of the last minute"
      >
        {TICKS.map((seconds) => (
          <line
            key={seconds}
            className="tick"
            x1={x(now - seconds * 1000)}
            x2={x(now - seconds * 1000)}
            y1={0}
            y2={height}
          />
        ))}
        {bars.map(({ row, lane }) => {
          const start = x(row.startedAt);
          const width = Math.max(MIN_BAR, x(row.endedAt ?? now) - start);
          return (
            <rect
              key={row.call}
              className={`bar bar-${statusOf(row)}`}
              x={Math.min(start, WIDTH - width)}
              y={lane * LANE_HEIGHT + 2}
              width={width}
              height={LANE_HEIGHT - 4}
              rx={2}
              onClick={() => goTo('activity', row.call)}
            >
              <title>{row.tool}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="timeline-axis" aria-hidden="true">
        {[60, ...TICKS].map((seconds) => (
          <span key={seconds}>{seconds === 60 ? '1 min ago' : `${seconds} s`}</span>
        ))}
        <span>now</span>
      </figcaption>
      {leftOut > 0 && <p className="muted">{counted(leftOut, 'call')} more at the same time</p>}
    </figure>
  );
}

const WINDOW_MS = 60_000;
const WIDTH = 1000;
const LANE_HEIGHT = 14;
const AXIS_HEIGHT = 2;
const MIN_LANES = 4;
const MAX_LANES = 10;
const MAX_BARS = 400;
const MIN_BAR = 3;
const TICKS = [45, 30, 15];
