import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent';

/** A word with a colour. The word alone says what is meant. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

export function RiskBadge({ level }: { readonly level: string }): ReactNode {
  return <Badge tone={RISK_TONES[level] ?? 'neutral'}>{level} risk</Badge>;
}

const RISK_TONES: Readonly<Record<string, Tone>> = { low: 'good', medium: 'warn', high: 'bad', critical: 'bad' };

/** What a tool may do. */
export function Effects({ effects }: { readonly effects: readonly string[] }): ReactNode {
  return effects.map((effect) => (
    <Badge key={effect} tone={EFFECT_TONES[effect] ?? 'neutral'}>
      {effect}
    </Badge>
  ));
}

const EFFECT_TONES: Readonly<Record<string, Tone>> = { writes: 'warn', executes: 'warn', destroys: 'bad' };
