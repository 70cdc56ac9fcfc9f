import type { ReactNode } from 'react';
import { useActivity } from '../../activity/use-activity.ts';
import type { RememberedApproval } from '../../api/studio-api.ts';
import { request } from '../../client/request.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge } from '../../parts/badge.tsx';

/** What was approved for a session or for always, to revoke it. */
export function RememberedList(): ReactNode {
  const version = useActivity((store) => store.approvalsVersion);
  const { value = [], reload } = useResource<readonly RememberedApproval[]>('/api/remembered', version);
  const revoke = async (id: string): Promise<void> => {
    await request(`/api/remembered/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() => undefined);
    reload();
  };
  return (
    <section>
      <h2>Remembered approvals</h2>
      {value.length === 0 ? (
        <p className="muted">None. Approvals for a session or for always are listed here.</p>
      ) : (
        <ul className="plain-list">
          {value.map(({ id, scope, tool, covers, cwd }) => (
            <li key={id} className="row">
              <Badge tone={scope === 'always' ? 'warn' : 'neutral'}>{scope}</Badge>
              <span className="grow">
                <strong>{tool}</strong> <span className="mono">{covers}</span>
                <span className="muted"> in {cwd}</span>
              </span>
              <button type="button" onClick={() => void revoke(id)}>
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
