import type { ReactNode } from 'react';
import type { CallStory } from '../../api/studio-api.ts';
import { duration } from '../../parts/format.ts';
import { useNow } from '../../parts/use-now.ts';

/** The steps of a call on its own scale of time: hooks, approval, waiting for a slot, the run. */
export function Waterfall({ story }: { readonly story: CallStory }): ReactNode {
  const now = useNow(500, story.endedAt === undefined);
  const total = Math.max(1, (story.endedAt ?? now) - story.startedAt);
  const share = (ms: number): string => `${Math.min(100, (100 * ms) / total)}%`;
  return (
    <ol className="waterfall" aria-label="Steps of the call">
      {story.steps.map(({ kind, name, from, to = total, outcome, detail }, at) => (
        <li key={at}>
          <span className="step-name" title={detail}>
            {STEP_WORDS[kind]} <span className="mono">{name}</span>
          </span>
          <span className="step-track">
            <span
              className={`step-bar step-${kind}`}
              style={{ left: share(from), width: share(Math.max(total / 200, to - from)) }}
            />
          </span>
          <span className="step-time muted">
            {duration(to - from)}
            {outcome !== undefined && ` ${outcome}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

const STEP_WORDS = { hook: 'Hook', approval: 'Asked', queue: 'Queue', run: 'Ran' } as const;
