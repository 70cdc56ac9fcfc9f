import type { RepairAction } from '../contracts/tool-result.ts';

/**
 * JSON text without two slips that can mean one thing only: a code fence around all of it, and a comma after the last member of
 * an object or an array. Undefined where there is neither. Whether the rest is JSON is for a parser to say.
 */
export function repairJsonText(
  text: string,
): { readonly text: string; readonly actions: readonly RepairAction[] } | undefined {
  const actions: RepairAction[] = [];
  const bare = withoutFence(text);
  if (bare !== undefined) actions.push('removed-code-fence');
  const inside = bare ?? text;
  const mended = withoutTrailingCommas(inside);
  if (mended !== inside) actions.push('removed-trailing-comma');
  return actions.length === 0 ? undefined : { text: mended, actions };
}

const OPENING = /^\s*```(?:json|json5|jsonc)?[ \t]*\r?\n/i;

/** Nothing stands before or after the fence, and it is the only one. */
function withoutFence(text: string): string | undefined {
  const opening = OPENING.exec(text)?.[0];
  const end = text.trimEnd();
  if (opening === undefined || !end.endsWith('```')) return undefined;
  const inside = end.slice(opening.length, -3);
  return /\n[ \t]*$/.test(inside) ? inside.trim() : undefined;
}

/** Only after a value: `[,]` and `[1,,]` stay as they are, and are refused. */
function withoutTrailingCommas(text: string): string {
  let kept = '';
  let from = 0;
  let before = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      before = '"';
    } else if (character === ',' && before !== ',' && !'[{:'.includes(before) && closesAt(text, at + 1)) {
      kept += text.slice(from, at);
      from = at + 1;
      before = ',';
    } else if (!BLANK.includes(character)) before = character;
  }
  return kept + text.slice(from);
}

const BLANK = ' \t\n\r';

function closesAt(text: string, from: number): boolean {
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
