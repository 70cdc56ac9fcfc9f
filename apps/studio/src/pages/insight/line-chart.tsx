import type { ReactNode } from 'react';
import type { MinuteStats } from '../../api/studio-api.ts';
import { duration } from '../../parts/format.ts';
import { ChartAxes } from './chart-axes.tsx';
import { CHART, heightOf, middleOf, roundTop } from './chart-scale.ts';

/** How long calls took, minute by minute. Minutes without calls leave a gap. */
export function LineChart({ minutes }: { readonly minutes: readonly MinuteStats[] }): ReactNode {
  const top = roundTop(Math.max(1, ...minutes.map(({ p95Ms }) => p95Ms)));
  const points = (valueOf: (minute: MinuteStats) => number): readonly (readonly [number, number])[] =>
    minutes.flatMap((minute, at) =>
      minute.calls === 0 ? [] : [[middleOf(at, minutes.length), heightOf(valueOf(minute), top)] as const],
    );
  const lines = [
    { name: 'p95', points: points(({ p95Ms }) => p95Ms) },
    { name: 'p50', points: points(({ p50Ms }) => p50Ms) },
  ];
  const latest = minutes.findLast(({ calls }) => calls > 0);
  const text =
    latest === undefined
      ? 'No calls'
      : `Latest minute: median ${duration(latest.p50Ms)}, 95 % within ${duration(latest.p95Ms)}`;
  return (
    <>
      <svg className="chart" viewBox={`0 0 ${CHART.width} ${CHART.height}`} role="img" aria-label={text}>
        <ChartAxes minutes={minutes.length} top={top} label={duration} />
        {lines.map(({ name, points: all }) => (
          <g key={name} className={`line line-${name}`}>
            <polyline points={all.map(([x, y]) => `${x},${y}`).join(' ')} />
            {all.map(([x, y]) => (
              <circle key={x} cx={x} cy={y} r={2.5} />
            ))}
          </g>
        ))}
      </svg>
      <p className="legend">
        <span className="key key-p50">median</span>
        <span className="key key-p95">95 % within</span>
      </p>
    </>
  );
}
