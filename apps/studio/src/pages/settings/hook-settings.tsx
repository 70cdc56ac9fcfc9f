import { useState, type ReactNode } from 'react';
import type { HookCheck, Settings, ToolSummary } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge } from '../../parts/badge.tsx';
import { duration } from '../../parts/format.ts';
import { TrustButton } from './trust-button.tsx';

interface HookSettingsProps {
  readonly settings: Settings;
  readonly onChange: () => void;
}

/** The hooks, what was loaded from where, and which of them would run for a tool. */
export function HookSettings({ settings: { hooks, hookDiagnostics }, onChange }: HookSettingsProps): ReactNode {
  const { value: tools = [] } = useResource<readonly ToolSummary[]>('/api/tools');
  const [tool, setTool] = useState('');
  const path = tool === '' ? undefined : `/api/settings/hooks/${encodeURIComponent(tool)}`;
  const { value: checks = [] } = useResource<readonly HookCheck[]>(path);
  return (
    <section className="card" aria-label="Hooks">
      <h2>Hooks</h2>
      {hooks.length + hookDiagnostics.length === 0 && (
        <p className="muted">
          None. <code>--hooks FILE</code> brings hooks that run before and after calls.
        </p>
      )}
      <ul className="plain-list">
        {hookDiagnostics.map(({ kind, file, where, message, trust }, at) => (
          <li key={at} className="row">
            <Badge tone={kind === 'loaded' ? 'good' : kind === 'ignored' ? 'neutral' : 'bad'}>{kind}</Badge>
            <span className="grow">
              {message}{' '}
              <span className="muted mono">
                {file} {where}
              </span>
            </span>
            {trust !== undefined && <TrustButton change={trust} onDone={onChange} />}
          </li>
        ))}
      </ul>
      {hooks.length > 0 && (
        <>
          <label className="field hook-tool">
            <span>Which hooks would run for</span>
            <select value={tool} onChange={(event) => setTool(event.target.value)}>
              <option value="">choose a tool</option>
              {tools.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <ul className="plain-list">
            {checks.map(({ hook, type, action, runs, why, timeoutMs, onFailure }) => (
              <li key={`${type} ${hook}`} className="row">
                <Badge tone={runs ? 'good' : 'neutral'}>{runs ? 'runs' : 'does not run'}</Badge>
                <span className="grow">
                  <strong>{hook}</strong> <span className="muted">{type}</span> <span className="mono">{action}</span>
                  <span className="muted">
                    {' '}
                    {why}; at most {duration(timeoutMs)}, {onFailure === 'block' ? 'blocks' : 'does not block'} if it
                    fails
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
