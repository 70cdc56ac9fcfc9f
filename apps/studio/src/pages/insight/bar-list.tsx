import type { ReactNode } from 'react';

interface BarItem {
  readonly name: string;
  readonly count: number;
  /** How many of them failed. */
  readonly bad: number;
  readonly note?: string;
}

/** Counts as bars, the longest first. */
export function BarList({ items, none }: { readonly items: readonly BarItem[]; readonly none: string }): ReactNode {
  const shown = items.slice(0, MAX_SHOWN);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  if (shown.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="bar-list">
      {shown.map(({ name, count, bad, note }) => (
        <li key={name}>
          <span className="bar-name mono">{name}</span>
          <span className="bar-value">{count.toLocaleString('en')}</span>
          <span className="bar-track" aria-hidden="true">
            <span className="bar-good" style={{ width: `${(100 * (count - bad)) / most}%` }} />
            <span className="bar-bad" style={{ width: `${(100 * bad) / most}%` }} />
          </span>
          <span className="bar-note muted">
            {[note, bad > 0 && bad !== count && `${bad} failed`].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
      {items.length > shown.length && <li className="muted">and {items.length - shown.length} more</li>}
    </ul>
  );
}

const MAX_SHOWN = 12;
