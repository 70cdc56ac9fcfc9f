/** A part of a result as a model reads it. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string };
