import type { ReactNode } from 'react';
import type { Settings } from '../../api/studio-api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';

const TONES: Readonly<Record<string, Tone>> = { allow: 'good', approve: 'good', ask: 'warn', deny: 'bad' };

/** The rules and policies, in the order in which they are tried. */
export function PolicySettings({ settings }: { readonly settings: Settings }): ReactNode {
  const { permissions, policies, notices, mode } = settings;
  return (
    <section className="card" aria-label="Policies">
      <h2>Policies</h2>
      {mode !== 'default' && <p>Mode: {mode}</p>}
      {permissions.length + policies.length === 0 && (
        <p className="muted">
          None: calls that need approval are asked about. <code>--policy FILE</code> brings rules and policies.
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className="warning-notice">
          {notice}
        </p>
      ))}
      <ul className="plain-list">
        {permissions.map(({ effect, rule }) => (
          <li key={`${effect} ${rule}`} className="row">
            <Badge tone={TONES[effect] ?? 'neutral'}>{effect}</Badge>
            <code>{rule}</code>
          </li>
        ))}
        {policies
          .toSorted((a, b) => b.priority - a.priority)
          .map(({ name, action, tools, conditions, reason, priority }) => (
            <li key={name} className="row">
              <Badge tone={TONES[action] ?? 'neutral'}>{action}</Badge>
              <span className="grow">
                <strong>{name}</strong> <span className="mono">{tools.join(', ')}</span>
                {conditions.length > 0 && <span className="muted"> if {conditions.join(' and ')}</span>}
                {reason !== undefined && <span className="muted">: {reason}</span>}
              </span>
              <span className="muted">priority {priority}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
