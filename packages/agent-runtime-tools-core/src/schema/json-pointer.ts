import { isSchemaNode } from './schema-node.ts';

/** The keys of a JSON pointer: `/edits/0/a~1b` has the keys `edits`, `0` and `a/b`. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

/** A key as one step of a JSON pointer: `a/b` becomes `/a~1b`. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value in a document that a URI fragment such as `#/$defs/Point` points to; undefined if there is none. */
export function valueAtFragment(root: unknown, fragment: string): unknown {
  if (fragment === '#') return root;
  if (!fragment.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const token of fragment.slice(2).split('/')) {
    const key = unescapeToken(percentDecoded(token));
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isSchemaNode(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function percentDecoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
