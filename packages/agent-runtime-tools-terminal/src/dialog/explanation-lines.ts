import type { Explanation } from '@ku0/agent-runtime-tools-approval';
import { printable } from '@ku0/agent-runtime-tools-core';
import type { Paint } from '../terminal/paint.ts';
import { textWidth } from '../terminal/text-width.ts';

/** Why a call is approved, asked about or denied: every part of its command with the rule that covers it, or with none. */
export function explanationLines(explained: Explanation, paint: Paint): string[] {
  const { decision, tool, policyName, rule, reasons, risk, paths, commands, suggestedRule } = explained;
  const colour = { approve: paint.green, ask: paint.yellow, deny: paint.red }[decision];
  const by = rule ?? policyName;
  const width = Math.max(0, ...commands.map((part) => textWidth(partText(part))).filter((each) => each <= MAX_COLUMN));
  // Every value stays on its own line, so that an argument cannot imitate a line of the explanation.
  return [
    `${colour(decision)} ${paint.bold(printable(tool))}${by === undefined ? '' : ` ${paint.dim(`by ${printable(by)}`)}`}`,
    ...reasons.map((reason) => `  ${printable(reason)}`),
    `  ${paint.dim(`risk: ${risk.level} (${printable(risk.why)})`)}`,
    ...commands.flatMap((part) => partLines(part, { paint, width })),
    ...paths.map(({ path, access, place }) => {
      const where = place === 'unchecked' ? '' : ` ${paint.dim(`${place} the workspace`)}`;
      return `  ${paint.dim(access.padEnd(4))} ${printable(path)}${where}`;
    }),
    ...(suggestedRule === undefined || decision !== 'ask'
      ? []
      : [`  ${paint.dim('a rule that would allow it:')} ${paint.cyan(printable(suggestedRule))}`]),
  ];
}

/** Longer commands do not move the rules of the others to the right. */
const MAX_COLUMN = 40;

type Part = Explanation['commands'][number];

function partLines(part: Part, { paint, width }: { readonly paint: Paint; readonly width: number }): string[] {
  const { text, via, action, rule, concerns } = part;
  const through = via.length === 0 ? '' : ` ${paint.dim(throughText(part))}`;
  const verdict =
    action === 'approve'
      ? paint.green(rule === undefined ? 'needs no rule' : `allowed by ${printable(rule)}`)
      : action === undefined
        ? paint.yellow('not covered')
        : paint.red(`${action === 'deny' ? 'denied' : 'asked about'} by ${printable(rule ?? 'a rule')}`);
  const blanks = ' '.repeat(Math.max(2, width + 2 - textWidth(partText(part))));
  // That no rule covers it is what the verdict says.
  const others = concerns.filter((concern) => action !== undefined || concern !== `no rule covers ${text}`);
  return [
    `  ${paint.dim('runs')} ${printable(text)}${through}${blanks}${verdict}`,
    ...others.map((concern) => `       ${paint.dim(printable(concern))}`),
  ];
}

function partText(part: Part): string {
  return `${printable(part.text)}${part.via.length === 0 ? '' : ` ${throughText(part)}`}`;
}

function throughText({ via }: Part): string {
  return `through ${printable(via.join(', '))}`;
}
