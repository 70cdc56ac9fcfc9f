import type { ReactNode } from 'react';
import type { ChangeEntry } from '../../api/studio-api.ts';
import { Badge } from '../../parts/badge.tsx';
import { clock, taskName } from '../../parts/format.ts';
import { linkTo } from '../../shell/use-route.ts';

interface ChangeListProps {
  readonly changes: readonly ChangeEntry[];
  readonly chosen: string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** The changes, each with a box to select it for undo. */
export function ChangeList({ changes, chosen, selected, onSelect }: ChangeListProps): ReactNode {
  return (
    <ul className="split-list plain-list change-list" aria-label="Changes">
      {changes.map((change) => {
        const { id, time, tool, task, files, undone, undoes } = change;
        const title = namesOf(change);
        return (
          <li key={id} className="change-item">
            <input
              type="checkbox"
              aria-label={`Select the change of ${title}`}
              checked={selected.has(id)}
              disabled={undone || undoes !== undefined}
              onChange={(event) => onSelect(id, event.target.checked)}
            />
            <a className="list-item" href={linkTo('changes', id)} aria-current={id === chosen ? 'true' : undefined}>
              <span className="list-title">
                <strong className={undone ? 'undone' : undefined}>{title}</strong>
                {undoes !== undefined && <Badge>undo</Badge>}
                {undone && <Badge>undone</Badge>}
              </span>
              <span className="list-detail">
                {[...new Set(files.map(({ kind }) => kind))].join(', ')} by {tool ?? 'a tool'}
              </span>
              <span className="list-detail">
                {clock(time)} · {task === undefined ? 'this page' : taskName(task)}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function namesOf({ files }: ChangeEntry): string {
  const [first, ...others] = files.map(({ path }) => path);
  if (first === undefined) return 'nothing';
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
