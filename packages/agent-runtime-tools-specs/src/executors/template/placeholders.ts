import { SpecConfigError } from '../spec-executor.ts';
import { membersOf } from '../../members.ts';
import type { JsonSchema } from '../../spec/tool-spec.ts';

/** A part of a template: text as it is, or the value of a parameter. */
export type Piece = { readonly text: string } | { readonly parameter: string };

/** A template such as `--depth={depth}` in pieces. */
export type Template = readonly Piece[];

const PLACEHOLDER = /\{\{|\}\}|\{([A-Za-z_][\w-]*)\}/g;

/**
 * Splits a text at its placeholders. `{name}` is the value of a parameter, `{{` and `}}` are braces; any other brace is
 * itself. Throws a SpecConfigError for a name that is not a parameter.
 */
export function readTemplate(text: string, parameters: ReadonlySet<string>): Template {
  const pieces: Piece[] = [];
  let literal = '';
  let end = 0;
  const flush = (): void => {
    if (literal !== '') pieces.push({ text: literal });
    literal = '';
  };
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, parameter] = match;
    literal += text.slice(end, match.index);
    end = match.index + whole.length;
    if (parameter === undefined) literal += whole.charAt(0);
    else {
      if (!parameters.has(parameter)) throw unknownParameter(parameter, parameters);
      flush();
      pieces.push({ parameter });
    }
  }
  literal += text.slice(end);
  flush();
  return pieces;
}

export function hasParameters(template: Template): boolean {
  return template.some((piece) => 'parameter' in piece);
}

/** The names of the parameters that a template uses. */
export function parametersOf(template: Template): string[] {
  return template.flatMap((piece) => ('parameter' in piece ? [piece.parameter] : []));
}

/** The names that the input schema declares. */
export function declaredParameters(inputSchema: JsonSchema): ReadonlySet<string> {
  return new Set(Object.keys(membersOf(inputSchema['properties'])));
}

function unknownParameter(name: string, parameters: ReadonlySet<string>): SpecConfigError {
  const known = parameters.size === 0 ? 'there are none' : `there are ${[...parameters].slice(0, 20).join(', ')}`;
  return new SpecConfigError(`{${name}} is not a parameter of input_schema: ${known}. A literal brace is {{.`);
}
