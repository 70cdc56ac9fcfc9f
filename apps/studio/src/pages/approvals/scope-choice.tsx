import type { ReactNode } from 'react';
import type { PendingApproval } from '../../api/studio-api.ts';

export type Scope = 'once' | 'session' | 'always' | 'tool';

interface ScopeChoiceProps {
  readonly request: PendingApproval['request'];
  readonly chosen: Scope;
  readonly onChoose: (scope: Scope) => void;
  /** The rule to remember, which the person may change. */
  readonly rule: string;
  readonly onRule: (rule: string) => void;
}

/** How long an approval lasts, with what exactly it would cover. What is not offered is not shown. */
export function ScopeChoice({
  request: { always, alwaysForTool },
  chosen,
  onChoose,
  rule,
  onRule,
}: ScopeChoiceProps): ReactNode {
  const isRuleShown = always?.rule !== undefined && (chosen === 'session' || chosen === 'always');
  const choices: readonly { readonly scope: Scope; readonly title: string; readonly covers: string }[] = [
    { scope: 'once', title: 'Once', covers: 'this call, as it is shown' },
    { scope: 'session', title: 'This session', covers: always?.covers ?? 'this very call, until the task ends' },
    ...(always === undefined ? [] : [{ scope: 'always' as const, title: 'Always', covers: always.covers }]),
    ...(alwaysForTool === undefined
      ? []
      : [{ scope: 'tool' as const, title: 'Always, whole tool', covers: alwaysForTool.covers }]),
  ];
  return (
    <fieldset className="scope">
      <legend>An approval covers</legend>
      {choices.map(({ scope, title, covers }) => (
        <label key={scope}>
          <input type="radio" name="scope" checked={chosen === scope} onChange={() => onChoose(scope)} />
          <span>
            <strong>{title}</strong>
            <span className="muted mono">{covers}</span>
          </span>
        </label>
      ))}
      {isRuleShown && (
        <span className="field">
          <label htmlFor="remembered-rule">The rule to remember</label>
          <input id="remembered-rule" className="mono" value={rule} onChange={(event) => onRule(event.target.value)} />
        </span>
      )}
    </fieldset>
  );
}
