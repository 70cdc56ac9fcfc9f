import { useState, type ReactNode } from 'react';
import { useActivity } from '../../activity/use-activity.ts';
import type { ToolSummary } from '../../api/studio-api.ts';
import { useResource } from '../../client/use-resource.ts';
import { counted } from '../../parts/format.ts';
import { Empty, ErrorNotice } from '../../parts/notice.tsx';
import { linkTo } from '../../shell/use-route.ts';
import { ToolPanel } from './tool-panel.tsx';

/** All tools by family, and one of them to try. */
export function ToolsPage({ route }: { readonly route: readonly string[] }): ReactNode {
  const version = useActivity((store) => store.toolsVersion);
  const { value: tools = [], error } = useResource<readonly ToolSummary[]>('/api/tools', version);
  const [search, setSearch] = useState('');
  const chosen = route[1];
  const found = tools.filter((tool) => matches(tool, search));
  return (
    <div className="page">
      <h1>Tools</h1>
      {error !== undefined && <ErrorNotice>{error}</ErrorNotice>}
      <div className={`split ${chosen === undefined ? 'split-start' : ''}`}>
        <div className="split-list">
          <input
            type="search"
            aria-label="Search tools"
            placeholder={`Search ${counted(tools.length, 'tool')}  ( / )`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <nav aria-label="Tools" className="tool-list">
            {[...Map.groupBy(found, ({ family }) => family)].map(([family, members]) => (
              <section key={family}>
                <h2 className="family">{family}</h2>
                {members.map(({ name, summary, approval }) => (
                  <a
                    key={name}
                    className="list-item"
                    href={linkTo('tools', name)}
                    aria-current={name === chosen ? 'true' : undefined}
                  >
                    <span className="list-title">
                      <strong className="mono">{name}</strong>
                      {approval !== 'never' && (
                        <span className="asks">{approval === 'always' ? 'asks' : 'may ask'}</span>
                      )}
                    </span>
                    <span className="list-detail">{summary}</span>
                  </a>
                ))}
              </section>
            ))}
            {found.length === 0 && tools.length > 0 && <p className="muted">No tool matches.</p>}
          </nav>
        </div>
        {chosen === undefined ? (
          <Empty title="Choose a tool">You can read its definition, see what a call would change, and run it.</Empty>
        ) : (
          <ToolPanel key={chosen} name={chosen} />
        )}
      </div>
    </div>
  );
}

/** Every word of the search must occur somewhere. */
function matches({ name, family, summary, effects }: ToolSummary, search: string): boolean {
  const text = `${name} ${family} ${summary} ${effects.join(' ')}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
