import type { ReactNode } from 'react';
import type { ChangeEntry, FileDiff, UndoRequest } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge } from '../../parts/badge.tsx';
import { DiffView } from '../../parts/diff-view.tsx';
import { clock, taskName } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';

interface ChangeDetailsProps {
  readonly change: ChangeEntry;
  readonly onUndo: (which: UndoRequest) => void;
}

/** What a change did to each file, and undo. */
export function ChangeDetails({ change, onUndo }: ChangeDetailsProps): ReactNode {
  const { id, task, tool, time, files, undone, undoes } = change;
  const { value: diffs, error } = useResource<readonly FileDiff[]>(`/api/changes/${encodeURIComponent(id)}/diff`);
  const canUndo = !undone && undoes === undefined;
  return (
    <article className="card review" aria-label="The change">
      <header className="review-head">
        <h2>{undoes === undefined ? (tool ?? 'Change') : 'Undo'}</h2>
        <span className="muted">
          {clock(time)}
          {task !== undefined && `, ${taskName(task)}`}
        </span>
        {undone && <Badge>undone</Badge>}
        <span className="spacer" />
        {canUndo && (
          <span className="button-group">
            {task !== undefined && (
              <button type="button" onClick={() => onUndo({ task })}>
                Undo the whole task
              </button>
            )}
            <button type="button" className="primary" onClick={() => onUndo({ changes: [id] })}>
              Undo this change
            </button>
          </span>
        )}
      </header>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      {files.some(({ lost }) => lost === true) && (
        <p className="warning-notice">The old content of a file was too large to keep, so it cannot be restored.</p>
      )}
      {diffs?.map(({ path, diff, reason }) => (
        <section key={path} aria-label={path}>
          <h3 className="mono">{path}</h3>
          {reason === undefined ? <DiffView diff={diff} /> : <p className="muted">No diff: {reason}</p>}
        </section>
      ))}
    </article>
  );
}
