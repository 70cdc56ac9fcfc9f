import { SpecConfigError, type ToolArguments } from '../spec-executor.ts';
import { hasParameters, parametersOf, readTemplate, type Template } from '../template/placeholders.ts';
import { refused, valueText } from '../template/value-text.ts';

/** An address with parameters in its path and query. Scheme, host and port are fixed. */
export interface UrlTemplate {
  readonly host: string;
  readonly parameters: ReadonlySet<string>;
  /** Throws a ToolFailure for a value that would change the path. */
  render(args: ToolArguments): URL;
}

/** Reads the template of an address. Throws a SpecConfigError if a value could change where the request goes. */
export function readUrlTemplate(
  url: string,
  query: Readonly<Record<string, string>>,
  declared: ReadonlySet<string>,
): UrlTemplate {
  const [, origin = '', path = '', search = ''] =
    /^(https?:\/\/[^/?#{}\s]+)(\/[^?#]*)?(?:\?([^#]*))?$/i.exec(url) ?? [];
  if (origin === '' || !URL.canParse(origin))
    throw new SpecConfigError('url: must begin with http(s)://HOST, without parameters and without a fragment');
  const { host, hostname, username, password } = new URL(origin);
  if (username !== '' || password !== '') throw new SpecConfigError('url: has a user name; use auth with a secret');
  const segments = path.split('/').map((segment) => readTemplate(segment, declared));
  const pairs = [...inSearch(search), ...Object.entries(query)].map(([name, value]): [string, Template] => [
    name,
    readTemplate(value, declared),
  ]);
  const parameters = [...segments, ...pairs.map(([, value]) => value)].flatMap(parametersOf);
  return {
    host: hostname,
    parameters: new Set(parameters),
    render(args) {
      const rendered = new URL(
        `${new URL(origin).protocol}//${host}${segments.map((part) => inPath(part, args)).join('/')}`,
      );
      for (const [name, value] of pairs)
        for (const text of inQuery(value, args)) rendered.searchParams.append(name, text);
      return rendered;
    },
  };
}

function inSearch(search: string): [string, string][] {
  return search
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
}

/** One segment. A value stays inside it: slashes are escaped, and `.` and `..` are refused however they are written. */
function inPath(segment: Template, args: ToolArguments): string {
  if (!hasParameters(segment)) return segment.map((piece) => ('text' in piece ? piece.text : '')).join('');
  const text = segment
    .map((piece) =>
      'text' in piece ? piece.text : encodeURIComponent(valueText(piece.parameter, required(piece.parameter, args))),
    )
    .join('');
  const [name = ''] = parametersOf(segment);
  if (/^(?:\.|%2e){1,2}$/i.test(text)) throw refused(name, 'is a dot segment, which would lead to another path');
  if (text === '') throw refused(name, 'is empty, which would lead to another path');
  return text;
}

/** The values of a query parameter: several for a list, none if it was not given. */
function inQuery(template: Template, args: ToolArguments): string[] {
  const names = parametersOf(template);
  if (names.some((name) => args[name] === undefined || args[name] === null)) return [];
  const [only] = template;
  if (template.length === 1 && only !== undefined && 'parameter' in only)
    return [args[only.parameter]].flat().map((value) => valueText(only.parameter, value));
  return [
    template
      .map((piece) => ('text' in piece ? piece.text : valueText(piece.parameter, args[piece.parameter])))
      .join(''),
  ];
}

function required(name: string, args: ToolArguments): unknown {
  const value = args[name];
  if (value === undefined || value === null) throw refused(name, 'is missing, and the address needs it');
  return value;
}
