export interface JsonKey {
  readonly key: string;
  readonly index: number;
  /** 1 for the keys of the outermost object; lists do not count. */
  readonly depth: number;
  /** Its object already has this key: JSON readers differ in which one they use. */
  readonly isDuplicate: boolean;
}

/** Every key of a text that is valid JSON, in order. */
export function* jsonKeys(text: string): Generator<JsonKey> {
  const open: Set<string>[] = [];
  for (const { index, 0: token, 1: string, 2: colon } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined && string !== undefined) {
      const key = String(JSON.parse(string));
      const keys = open.at(-1);
      yield { key, index, depth: open.length, isDuplicate: keys?.has(key) === true };
      keys?.add(key);
    }
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g;
