import type { ReactNode } from 'react';

/** Outlines on a grid of 24. */
const PATHS = {
  tools: 'M4 7h10M4 12h7M4 17h10M18 8l-3 4 3 4M21 8',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  approvals: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4',
  changes: 'M4 7h9a5 5 0 0 1 0 10H8M4 7l4-4M4 7l4 4',
  insight: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M10 14v6',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
