import { styleText } from 'node:util';
import { printable } from '@ku0/agent-runtime-tools-core';

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

/**
 * Functions that escape control, bidirectional and invisible characters in a text and colour it if the output has colours.
 * All text from tools and arguments must pass through one of them.
 */
export type Paint = Readonly<Record<(typeof STYLES)[number] | 'plain', (text: string) => string>>;

export function paintFor({ hasColour }: { readonly hasColour: boolean }): Paint {
  const styled = (style: (typeof STYLES)[number]) => (text: string) =>
    hasColour && text !== '' ? styleText(style, escapeHidden(text), { validateStream: false }) : escapeHidden(text);
  return {
    plain: escapeHidden,
    bold: styled('bold'),
    dim: styled('dim'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    cyan: styled('cyan'),
  };
}

/** Keeps line ends; \r\n becomes \n. */
function escapeHidden(text: string): string {
  return printable(text.replaceAll('\r\n', '\n'), { multiline: true });
}
