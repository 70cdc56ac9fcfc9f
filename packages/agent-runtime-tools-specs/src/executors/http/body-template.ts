import type { ToolArguments } from '../spec-executor.ts';
import { parametersOf, readTemplate, type Template } from '../template/placeholders.ts';
import { valueText } from '../template/value-text.ts';

/** A body with parameters. */
export interface BodyTemplate {
  readonly parameters: readonly string[];
  render(args: ToolArguments): unknown;
}

/**
 * Reads JSON in which texts are templates. A text that is nothing but a parameter becomes its value, of whatever type;
 * members whose parameter was not given are left out:
 *
 *   { name: '{name}', tags: '{tags}', note: 'by {name}' }     { name: 'a', note: 'by a' }
 */
export function readBodyTemplate(body: unknown, declared: ReadonlySet<string>): BodyTemplate {
  if (typeof body === 'string') return textTemplate(readTemplate(body, declared));
  if (Array.isArray(body)) {
    const items = body.map((item: unknown) => readBodyTemplate(item, declared));
    return {
      parameters: items.flatMap(({ parameters }) => parameters),
      render: (args) => items.map((item) => item.render(args)).filter((value) => value !== undefined),
    };
  }
  if (typeof body !== 'object' || body === null) return { parameters: [], render: () => body };
  const members = Object.entries(body).map(([name, value]) => ({ name, template: readBodyTemplate(value, declared) }));
  return {
    parameters: members.flatMap(({ template }) => template.parameters),
    render(args) {
      const rendered: Record<string, unknown> = {};
      for (const { name, template } of members) {
        const value = template.render(args);
        if (value !== undefined) rendered[name] = value;
      }
      return rendered;
    },
  };
}

function textTemplate(template: Template): BodyTemplate {
  const parameters = parametersOf(template);
  const [only] = template;
  if (template.length === 1 && only !== undefined && 'parameter' in only)
    return { parameters, render: (args) => args[only.parameter] };
  return {
    parameters,
    render: (args) =>
      template
        .map((piece) => {
          if ('text' in piece) return piece.text;
          const value = args[piece.parameter];
          return value === undefined || value === null ? '' : valueText(piece.parameter, value);
        })
        .join(''),
  };
}
