import type { ReactNode } from 'react';
import type { CommandPart } from '../../api/studio-api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';

/** The commands of a compound command, each with the rule that covers it or none. */
export function CommandParts({ parts }: { readonly parts: readonly CommandPart[] }): ReactNode {
  if (parts.length === 0) return undefined;
  return (
    <div className="table-box">
      <table className="table command-parts">
        <caption>What the command runs</caption>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Decision</th>
            <th scope="col">Rule</th>
          </tr>
        </thead>
        <tbody>
          {withoutRepeats(parts).map(({ part: { text, via, action = 'ask', rule, concerns }, count }, at) => (
            <tr key={at}>
              <td className="mono">
                {text}
                {count > 1 && <span className="muted"> ×{count}</span>}
                {via.length > 0 && <span className="muted"> through {via.join(', ')}</span>}
              </td>
              <td>
                <Badge tone={TONES[action]}>{WORDS[action]}</Badge>
              </td>
              <td>
                {rule === undefined ? <span className="muted">{noRuleText(concerns)}</span> : <code>{rule}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TONES: Readonly<Record<NonNullable<CommandPart['action']>, Tone>> = { approve: 'good', ask: 'warn', deny: 'bad' };
const WORDS: Readonly<Record<NonNullable<CommandPart['action']>, string>> = {
  approve: 'covered',
  ask: 'asks',
  deny: 'denied',
};

/** A loop runs the same command again and again. */
function withoutRepeats(parts: readonly CommandPart[]): { readonly part: CommandPart; readonly count: number }[] {
  const groups = Map.groupBy(parts, ({ text, via, action, rule }) => JSON.stringify([text, via, action, rule]));
  return [...groups.values()].flatMap(([part, ...others]) =>
    part === undefined ? [] : [{ part, count: others.length + 1 }],
  );
}

function noRuleText([first]: readonly string[]): string {
  if (first === undefined) return 'needs none';
  return first.startsWith('no rule covers') ? 'none' : first;
}
