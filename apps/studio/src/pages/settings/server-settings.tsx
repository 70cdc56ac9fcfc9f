import { useEffect, type ReactNode } from 'react';
import type { SettingsServer } from '../../api/studio-api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { counted } from '../../parts/format.ts';
import { TrustButton } from './trust-button.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  ready: 'good',
  starting: 'neutral',
  restarting: 'warn',
  failed: 'bad',
  untrusted: 'warn',
  unusable: 'bad',
};

interface ServerSettingsProps {
  readonly servers: readonly SettingsServer[];
  readonly onChange: () => void;
}

/** The MCP servers whose tools are used here. */
export function ServerSettings({ servers, onChange }: ServerSettingsProps): ReactNode {
  // A server that is about to start, or is tried again, is soon in another state.
  useEffect(() => {
    if (!servers.some(({ state }) => state.endsWith('starting'))) return undefined;
    const timer = setTimeout(onChange, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [servers, onChange]);
  return (
    <section className="card" aria-label="MCP servers">
      <h2>MCP servers</h2>
      {servers.length === 0 && (
        <p className="muted">
          None. The servers in a project's <code>.mcp.json</code> are listed here, and start once you trust that file.
        </p>
      )}
      <ul className="plain-list">
        {servers.map(({ name, state, problem, tools, trust }) => (
          <li key={name} className="row">
            <Badge tone={TONES[state] ?? 'neutral'}>{state}</Badge>
            <span className="grow">
              <strong>{name}</strong> <span className="muted">{counted(tools.length, 'tool')}</span>
              {problem !== undefined && <span className="muted">: {problem}</span>}
            </span>
            {trust !== undefined && <TrustButton change={trust} onDone={onChange} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const REFRESH_MS = 1500;
