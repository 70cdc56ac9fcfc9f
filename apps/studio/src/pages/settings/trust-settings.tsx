import type { ReactNode } from 'react';
import type { Settings } from '../../api/studio-api.ts';
import { request } from '../../client/request.ts';
import { ErrorNotice } from '../../parts/notice.tsx';

interface TrustSettingsProps {
  readonly settings: Settings;
  readonly onChange: () => void;
}

/** What a person has trusted in this workspace, to revoke it. */
export function TrustSettings({ settings: { trust, trustProblem }, onChange }: TrustSettingsProps): ReactNode {
  const revoke = async (subject: string): Promise<void> => {
    await request(`/api/trust/${encodeURIComponent(subject)}`, { method: 'DELETE' }).catch(() => undefined);
    onChange();
  };
  return (
    <section className="card" aria-label="Trust">
      <h2>Trust</h2>
      {trustProblem !== undefined && <ErrorNotice>The trust store is not used: {trustProblem}</ErrorNotice>}
      {trust.length === 0 && (
        <p className="muted">Nothing of this workspace is trusted. Its hooks and servers do not run.</p>
      )}
      <ul className="plain-list">
        {trust.map(({ subject, digest, trustedAt }) => (
          <li key={subject} className="row">
            <span className="grow">
              <strong>{subject}</strong> <span className="mono muted">{digest.slice(0, 19)}</span>
              <span className="muted"> since {new Date(trustedAt).toLocaleString()}</span>
            </span>
            <button type="button" onClick={() => void revoke(subject)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
