import type { ReactNode } from 'react';
import type { Overview, Settings } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { ExplainCall } from './explain-call.tsx';
import { HookSettings } from './hook-settings.tsx';
import { PolicySettings } from './policy-settings.tsx';
import { ServerSettings } from './server-settings.tsx';
import { TrustSettings } from './trust-settings.tsx';

/** What decides about calls: policies, hooks, servers and trust. */
export function SettingsPage(): ReactNode {
  const { value: settings, error, reload } = useResource<Settings>('/api/settings');
  const { value: overview } = useResource<Overview>('/api/overview');
  return (
    <div className="page">
      <h1>Settings</h1>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      {settings !== undefined && (
        <div className="settings">
          <PolicySettings settings={settings} />
          <ExplainCall />
          <HookSettings settings={settings} onChange={reload} />
          <ServerSettings servers={settings.servers} onChange={reload} />
          <TrustSettings settings={settings} onChange={reload} />
          {overview?.mcpUrl !== undefined && (
            <section className="card" aria-label="MCP endpoint">
              <h2>MCP endpoint</h2>
              <p className="muted">MCP clients connect here, with the token that the toolbox printed.</p>
              <CodeBlock label="Address of the MCP endpoint" text={overview.mcpUrl} />
            </section>
          )}
        </div>
      )}
    </div>
  );
}
