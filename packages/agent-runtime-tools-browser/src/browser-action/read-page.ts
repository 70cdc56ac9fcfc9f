import type { ActionArguments } from './action-arguments.ts';
import type { Step } from './browser-action.ts';

export interface PageText {
  readonly text: string;
  readonly truncated: boolean;
  /** The characters of the whole text. */
  readonly total: number;
}

/** A part of the page as text: by default its accessibility snapshot, whose references stay valid for later actions. */
export async function readPage({ format, offset = 0 }: ActionArguments, step: Step): Promise<PageText> {
  const { page } = step.tab;
  const options = { timeout: step.timeoutMs, signal: step.signal };
  const whole =
    format === 'html'
      ? await page.content()
      : format === 'text'
        ? await page.locator('css=body').innerText(options)
        : await page.ariaSnapshot({ mode: 'ai', ...options });
  if (format !== 'html' && format !== 'text') step.session.elements = elementsOf(whole);
  const text = whole.slice(offset, offset + MAX_CHARS);
  return { text, truncated: offset + text.length < whole.length, total: whole.length };
}

/** `  - button "Send" [ref=e5] [cursor=pointer]` becomes e5: `button "Send"`. */
function elementsOf(snapshot: string): Map<string, string> {
  const elements = new Map<string, string>();
  for (const line of snapshot.split('\n')) {
    const [, ref] = /\[ref=((?:f\d+)?e\d+)\]/.exec(line) ?? [];
    if (ref !== undefined)
      elements.set(
        ref,
        line
          .replace(/^\s*- /, '')
          .replaceAll(/ \[[^\]]*\]|:$/g, '')
          .slice(0, 120),
      );
    if (elements.size === MAX_ELEMENTS) break;
  }
  return elements;
}

const MAX_CHARS = 20_000;
const MAX_ELEMENTS = 5000;
