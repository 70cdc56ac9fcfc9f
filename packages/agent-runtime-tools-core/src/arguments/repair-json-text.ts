import type { RepairAction } from '../contracts/tool-result.ts';

/**
 * Removes two unambiguous mistakes from JSON text: a Markdown code fence around all of it, and trailing commas. Returns
 * undefined if the text has neither. The result may still be invalid JSON.
 *
 *   before  ```json\n{"a": 1,}\n```
 *   after   {"a": 1}
 */
export function repairJsonText(
  text: string,
): { readonly text: string; readonly actions: readonly RepairAction[] } | undefined {
  const actions: RepairAction[] = [];
  const unfenced = withoutFence(text);
  if (unfenced !== undefined) actions.push('removed-code-fence');
  const json = unfenced ?? text;
  const repaired = withoutTrailingCommas(json);
  if (repaired !== json) actions.push('removed-trailing-comma');
  return actions.length === 0 ? undefined : { text: repaired, actions };
}

const OPENING_FENCE = /^\s*```(?:json5|jsonc|json)?\s*/i;

/** The content of a fence that encloses the whole text, on lines of its own or not. */
function withoutFence(text: string): string | undefined {
  const opening = OPENING_FENCE.exec(text)?.[0];
  const end = text.trimEnd();
  return opening !== undefined && end.endsWith('```') ? end.slice(opening.length, -3).trim() : undefined;
}

/** Removes only commas that follow a value: `[,]` and `[1,,]` stay as they are and fail to parse. */
function withoutTrailingCommas(text: string): string {
  let kept = '';
  let copiedTo = 0;
  let previous = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      previous = '"';
    } else if (character === ',' && previous !== ',' && !'[{:'.includes(previous) && isBracketNext(text, at + 1)) {
      kept += text.slice(copiedTo, at);
      copiedTo = at + 1;
      previous = ',';
    } else if (!BLANK.includes(character)) previous = character;
  }
  return kept + text.slice(copiedTo);
}

const BLANK = ' \t\n\r';

/** Whether the next character that is not blank is a closing bracket. */
function isBracketNext(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && BLANK.includes(text.charAt(at))) at++;
  return text.charAt(at) === '}' || text.charAt(at) === ']';
}

/** The index of the closing quote, or the end of an unclosed string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at;
  }
  return text.length;
}
