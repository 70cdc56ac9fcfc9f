import { useEffect, type ReactNode } from 'react';
import { activity, useActivity } from '../../activity/use-activity.ts';
import { statusOf } from '../../activity/call-row.ts';
import type { CallStory } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge } from '../../parts/badge.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { clock, duration, json, taskName } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { ResultView } from '../../parts/result-view.tsx';
import { goTo, linkTo } from '../../shell/use-route.ts';
import { Waterfall } from './waterfall.tsx';

/** The life of one call, from what was sent to its result. */
export function CallStoryPanel({ call }: { readonly call: string }): ReactNode {
  // Loaded again when the call moves on.
  const stage = useActivity((store) => {
    const row = store.calls.get(call);
    return row === undefined ? '' : `${statusOf(row)} ${Math.floor(row.output.length / 2000)}`;
  });
  const { value: story, error } = useResource<CallStory>(`/api/calls/${encodeURIComponent(call)}`, stage);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') goTo('activity');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className="story card" aria-label="The story of a call">
      <header className="review-head">
        <h2 className="mono">{story?.tool ?? activity.calls.get(call)?.tool ?? 'Call'}</h2>
        <span className="spacer" />
        <a className="button quiet" href={linkTo('activity')} aria-label="Close">
          Close
        </a>
      </header>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      {story !== undefined && <Story story={story} />}
    </aside>
  );
}

function Story({ story }: { readonly story: CallStory }): ReactNode {
  const { result, decision, attempts, repaired } = story;
  const isRepaired = repaired.length > 0;
  const artifacts = result?.metadata.artifacts ?? [];
  return (
    <>
      <p className="story-facts">
        {result !== undefined && (
          <Badge tone={result.ok ? 'good' : 'bad'}>{result.ok ? 'succeeded' : result.error.code}</Badge>
        )}
        <span className="muted">
          {clock(story.startedAt)}
          {story.endedAt !== undefined && `, took ${duration(story.endedAt - story.startedAt)}`}, by{' '}
          {taskName(story.task)}
        </span>
      </p>
      <Waterfall story={story} />
      <h3>{isRepaired ? 'Arguments as repaired' : 'Arguments'}</h3>
      <CodeBlock label="Arguments" text={story.arguments === undefined ? 'not kept' : json(story.arguments)} />
      {isRepaired && (
        <>
          <h3>Arguments as sent</h3>
          <p className="muted">{repaired.map(({ path, action }) => `${path}: ${action}`).join(', ')}</p>
          <CodeBlock label="Arguments as sent" text={json(story.sent)} />
        </>
      )}
      {decision !== undefined && (
        <>
          <h3>Decision</h3>
          <p>
            {decision.approved ? 'Approved' : 'Denied'} by {decision.by}
            {decision.rule !== undefined && (
              <>
                , rule <code>{decision.rule}</code>
              </>
            )}
            {decision.reason !== undefined && `: ${decision.reason}`}
          </p>
        </>
      )}
      {attempts !== undefined && attempts > 1 && <p>{attempts} attempts</p>}
      {story.output !== '' && (
        <>
          <h3>Output</h3>
          {story.outputLeftOut > 0 && <p className="muted">{story.outputLeftOut} characters before it are left out.</p>}
          <CodeBlock label="Output" text={story.output} />
        </>
      )}
      {result?.ok === false && (
        <>
          <h3>Error</h3>
          <ErrorNotice>
            {result.error.message} {result.error.suggestion}
          </ErrorNotice>
        </>
      )}
      {result?.ok === true && (
        <>
          <h3>Result</h3>
          <ResultView content={story.content ?? []} value={result.value} />
        </>
      )}
      {artifacts.length > 0 && (
        <>
          <h3>Artifacts</h3>
          <CodeBlock label="Artifacts" text={json(artifacts)} />
        </>
      )}
    </>
  );
}
