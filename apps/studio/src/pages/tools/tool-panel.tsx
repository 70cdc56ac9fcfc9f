import { useState, type ReactNode } from 'react';
import type { ToolDetails } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { Badge, Effects } from '../../parts/badge.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { json } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { linkTo } from '../../shell/use-route.ts';
import { ToolRun } from './tool-run.tsx';

const APPROVAL_WORDS = { always: 'asks for approval', sometimes: 'may ask for approval', never: 'needs no approval' };

/** One tool: what it is, its definition, and a form to run it. */
export function ToolPanel({ name }: { readonly name: string }): ReactNode {
  const { value: tool, error } = useResource<ToolDetails>(`/api/tools/${encodeURIComponent(name)}`);
  const [tab, setTab] = useState('Run');
  if (error !== undefined) return <ErrorNotice>{error}</ErrorNotice>;
  if (tool === undefined) return <p className="muted">Loading</p>;
  return (
    <article className="card tool" aria-label={tool.name}>
      <a className="back" href={linkTo('tools')}>
        All tools
      </a>
      <header className="tool-head">
        <h2 className="mono">{tool.name}</h2>
        <Badge tone="accent">{tool.family}</Badge>
        <Effects effects={tool.effects} />
        <Badge tone={tool.approval === 'never' ? 'neutral' : 'warn'}>{APPROVAL_WORDS[tool.approval]}</Badge>
        <span className="muted">v{tool.version}</span>
      </header>
      <p className="description">{tool.description}</p>
      {tool.aliases.length > 0 && (
        <p className="muted">
          Also called <span className="mono">{tool.aliases.join(', ')}</span>
        </p>
      )}
      <Tabs
        label="Parts of the tool"
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { name: 'Run', content: () => <ToolRun tool={tool} /> },
          { name: 'Definition', content: () => <Definitions tool={tool} /> },
          ...(tool.output === undefined
            ? []
            : [
                {
                  name: 'Output',
                  content: () => <CodeBlock label="JSON Schema of the output" text={json(tool.output)} />,
                },
              ]),
        ]}
      />
    </article>
  );
}

/** The definition in each wire format, to copy. */
function Definitions({ tool }: { readonly tool: ToolDetails }): ReactNode {
  const [format, setFormat] = useState('');
  return (
    <Tabs
      label="Wire formats"
      chosen={format}
      onChoose={setFormat}
      tabs={tool.definitions.map(({ format: name, definition }) => ({
        name,
        content: () => <CodeBlock label={`Definition for ${name}`} text={json(definition)} />,
      }))}
    />
  );
}
