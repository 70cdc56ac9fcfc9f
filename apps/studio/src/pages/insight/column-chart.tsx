import type { ReactNode } from 'react';
import type { MinuteStats } from '../../api/studio-api.ts';
import { clock } from '../../parts/format.ts';
import { ChartAxes } from './chart-axes.tsx';
import { CHART, heightOf, middleOf, roundTop } from './chart-scale.ts';

/** Calls per minute; failed ones at the foot of each column. */
export function ColumnChart({ minutes }: { readonly minutes: readonly MinuteStats[] }): ReactNode {
  const top = roundTop(Math.max(...minutes.map(({ calls }) => calls)));
  const width = ((CHART.width - CHART.left) / minutes.length) * 0.7;
  const total = minutes.reduce((sum, { calls }) => sum + calls, 0);
  const failed = minutes.reduce((sum, { errors }) => sum + errors, 0);
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        role="img"
        aria-label={`${total} calls in ${minutes.length} minutes, ${failed} of them failed`}
      >
        <ChartAxes minutes={minutes.length} top={top} label={(value) => String(Math.round(value * 10) / 10)} />
        {minutes.map(({ time, calls, errors }, at) => {
          const x = middleOf(at, minutes.length) - width / 2;
          const foot = heightOf(0, top);
          const [errorTop, callTop] = [heightOf(errors, top), heightOf(calls, top)];
          return (
            <g key={time}>
              <title>{`${clock(time)}: ${calls} calls, ${errors} failed`}</title>
              <rect className="column-good" x={x} width={width} y={callTop} height={errorTop - callTop} />
              <rect className="column-bad" x={x} width={width} y={errorTop} height={foot - errorTop} />
            </g>
          );
        })}
      </svg>
      <p className="legend">
        <span className="key key-good">succeeded</span>
        <span className="key key-bad">failed</span>
      </p>
    </>
  );
}
