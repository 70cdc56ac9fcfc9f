import { useState, type ReactNode } from 'react';
import { useActivity } from '../../activity/use-activity.ts';
import type { ChangeEntry, UndoAnswer, UndoRequest } from '../../api/studio-api.ts';
import { messageOf, request } from '../../client/request.ts';
import { useResource } from '../../client/use-resource.ts';
import { counted } from '../../parts/format.ts';
import { Empty, ErrorNotice } from '../../parts/notice.tsx';
import { ChangeDetails } from './change-details.tsx';
import { ChangeList } from './change-list.tsx';

/** What tools have changed in files, newest first, to look at and to undo. */
export function ChangesPage({ route }: { readonly route: readonly string[] }): ReactNode {
  const version = useActivity((store) => store.changesVersion);
  const { value: changes = NONE, error, reload } = useResource<readonly ChangeEntry[]>('/api/changes', version);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<UndoAnswer>();
  const [problem, setProblem] = useState<string>();
  const chosen = changes.find(({ id }) => id === route[1]) ?? changes[0];
  const undo = async (which: UndoRequest): Promise<void> => {
    setProblem(undefined);
    setOutcome(undefined);
    try {
      setOutcome(await request<UndoAnswer>('/api/changes/undo', { method: 'POST', body: which }));
      setSelected(new Set());
    } catch (error_) {
      setProblem(messageOf(error_));
    }
    reload();
  };
  return (
    <div className="page">
      <header className="page-head">
        <h1>Changes</h1>
        {selected.size > 0 && (
          <button type="button" className="danger" onClick={() => void undo({ changes: [...selected] })}>
            Undo {counted(selected.size, 'change')}
          </button>
        )}
      </header>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
      {outcome !== undefined && <Outcome outcome={outcome} />}
      {chosen === undefined ? (
        <Empty title="No changes yet">
          Every file that a tool writes, moves or deletes is listed here and can be restored.
        </Empty>
      ) : (
        <div className="split">
          <ChangeList
            changes={changes}
            chosen={chosen.id}
            selected={selected}
            onSelect={(id, isSelected) =>
              setSelected(
                (before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id)),
              )
            }
          />
          <ChangeDetails key={chosen.id} change={chosen} onUndo={(which) => void undo(which)} />
        </div>
      )}
    </div>
  );
}

function Outcome({ outcome: { restored, skipped } }: { readonly outcome: UndoAnswer }): ReactNode {
  return (
    <div role="status">
      {restored.length > 0 && <p className="good-notice">Restored {restored.join(', ')}</p>}
      {skipped.map(({ path, reason }) => (
        <p key={path} className="warning-notice">
          {path} was left alone: {reason}
        </p>
      ))}
    </div>
  );
}

const NONE: readonly ChangeEntry[] = [];
