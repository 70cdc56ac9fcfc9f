import { useState, type ReactNode } from 'react';
import type { Explanation, ToolSummary } from '../../api/studio-api.ts';
import { messageOf, request } from '../../client/request.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge, RiskBadge } from '../../parts/badge.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { CommandParts } from '../approvals/command-parts.tsx';

/** Asks what the rules would say about a call, without making it. */
export function ExplainCall(): ReactNode {
  const { value: tools = [] } = useResource<readonly ToolSummary[]>('/api/tools');
  const [tool, setTool] = useState('bash');
  const [text, setText] = useState('{"command": "git log -5 | sort"}');
  const [explained, setExplained] = useState<Explanation>();
  const [problem, setProblem] = useState<string>();
  const explain = async (): Promise<void> => {
    setProblem(undefined);
    setExplained(undefined);
    try {
      const body = { tool, arguments: JSON.parse(text) as unknown };
      setExplained(await request<Explanation>('/api/settings/explain', { method: 'POST', body }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <section className="card" aria-label="Explain a decision">
      <h2>Explain a decision</h2>
      <form
        className="explain-form"
        onSubmit={(event) => {
          event.preventDefault();
          void explain();
        }}
      >
        <label className="field">
          <span>Tool</span>
          <select value={tool} onChange={(event) => setTool(event.target.value)}>
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label className="field grow">
          <span>Arguments as JSON</span>
          <input type="text" className="mono" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <button type="submit">Explain</button>
      </form>
      {problem !== undefined && <ErrorNotice>{problem}</ErrorNotice>}
      {explained !== undefined && <Explained explained={explained} />}
    </section>
  );
}

const DECISIONS = {
  approve: { tone: 'good', text: 'would run' },
  ask: { tone: 'warn', text: 'would ask' },
  deny: { tone: 'bad', text: 'would be denied' },
} as const;

function Explained({ explained }: { readonly explained: Explanation }): ReactNode {
  const { decision, rule, reasons, risk, paths, parts, suggestedRule } = explained;
  return (
    <div className="explained" role="status">
      <p>
        <Badge tone={DECISIONS[decision].tone}>{DECISIONS[decision].text}</Badge> <RiskBadge level={risk.level} />{' '}
        {rule !== undefined && <code>{rule}</code>}
      </p>
      {reasons.slice(0, MAX_REASONS).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <CommandParts parts={parts} />
      {paths.map(({ path, access, place }) => (
        <p key={`${access} ${path}`} className="muted">
          {access} <span className="mono">{path}</span>, {place} the workspace
        </p>
      ))}
      {suggestedRule !== undefined && decision === 'ask' && (
        <p>
          A rule that would allow it: <code>{suggestedRule}</code>
        </p>
      )}
    </div>
  );
}

const MAX_REASONS = 5;
