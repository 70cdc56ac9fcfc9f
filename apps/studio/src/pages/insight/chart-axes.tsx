import type { ReactNode } from 'react';
import { CHART, heightOf } from './chart-scale.ts';

interface ChartAxesProps {
  readonly top: number;
  readonly label: (value: number) => string;
  readonly minutes: number;
}

/** Three lines with their values, and the ends of the time. */
export function ChartAxes({ top, label, minutes }: ChartAxesProps): ReactNode {
  return (
    <g className="axes" aria-hidden="true">
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line x1={CHART.left} x2={CHART.width} y1={heightOf(value, top)} y2={heightOf(value, top)} />
          <text x={CHART.left - 6} y={heightOf(value, top) + 4} textAnchor="end">
            {value === 0 ? '0' : label(value)}
          </text>
        </g>
      ))}
      <text x={CHART.left} y={CHART.height - 4}>
        {minutes} min ago
      </text>
      <text x={CHART.width} y={CHART.height - 4} textAnchor="end">
        now
      </text>
    </g>
  );
}
