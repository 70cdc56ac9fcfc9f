import { useId, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly name: string;
  readonly content: () => ReactNode;
}

export interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly label: string;
}

/** Tabs as the ARIA practices describe them: arrow keys move between them. */
export function Tabs({ tabs, chosen, onChoose, label }: TabsProps): ReactNode {
  const id = useId();
  const current = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || current === undefined) return;
    const next = tabs.at((tabs.indexOf(current) + step) % tabs.length);
    if (next === undefined) return;
    onChoose(next.name);
    document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={move}>
        {tabs.map(({ name }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === current?.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === current?.name ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current?.name ?? ''}`} className="tab-panel">
        {current?.content()}
      </div>
    </div>
  );
}
