/** A text somewhere in the arguments of a call. */
export interface ArgumentText {
  /** The nearest parameter or member name above it. */
  readonly name: string;
  readonly text: string;
}

/** Every string in the arguments, at any depth, up to a limit. */
export function argumentTexts(params: Readonly<Record<string, unknown>>): ArgumentText[] {
  const texts: ArgumentText[] = [];
  let left = MAX_VALUES;
  const walk = (value: unknown, name: string, depth: number): void => {
    if (--left < 0 || depth > MAX_DEPTH) return;
    if (typeof value === 'string') texts.push({ name, text: value });
    else if (Array.isArray(value)) for (const item of value) walk(item, name, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, key, depth + 1);
    }
  };
  for (const name in params) walk(params[name], name, 0);
  return texts;
}

const MAX_VALUES = 20_000;
const MAX_DEPTH = 40;
