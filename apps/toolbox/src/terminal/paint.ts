import { styleText } from 'node:util';
import { printable } from '@ku0/agent-runtime-tools-core';

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

/**
 * The way any text that is not this program's own gets to a stream: control, bidirectional and invisible
 * characters made visible, then coloured where colours are wanted.
 */
export type Paint = Readonly<Record<(typeof STYLES)[number] | 'plain', (text: string) => string>>;

export function paintFor({ hasColour }: { readonly hasColour: boolean }): Paint {
  const styled = (style: (typeof STYLES)[number]) => (text: string) =>
    hasColour && text !== '' ? styleText(style, visible(text), { validateStream: false }) : visible(text);
  return {
    plain: visible,
    bold: styled('bold'),
    dim: styled('dim'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    cyan: styled('cyan'),
  };
}

/** Line ends of Windows are line ends, not something to be made visible. */
function visible(text: string): string {
  return printable(text.replaceAll('\r\n', '\n'), { multiline: true });
}
