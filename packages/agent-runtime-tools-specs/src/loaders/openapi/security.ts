import { isObject, membersOf, type Members } from '../../members.ts';
import { OpenApiError, type OpenApiDocument } from './document.ts';

/** The secret of a security scheme: its name in the host, and for `basic` the user. */
export interface SchemeSecret {
  readonly secret: string;
  readonly username?: string;
}

/** The `auth` of an operation, if it needs one. Throws an OpenApiError if the host has no secret for it. */
export function authOf(
  document: OpenApiDocument,
  operation: Members,
  secrets: Readonly<Record<string, SchemeSecret>>,
): Members | undefined {
  const listed = operation['security'] ?? document.root['security'];
  const alternatives: unknown[] = Array.isArray(listed) ? listed : [];
  if (alternatives.length === 0) return undefined;
  const names = alternatives.filter(isObject).map((alternative) => Object.keys(alternative));
  const usable = names.find(([first, ...more]) => first !== undefined && more.length === 0 && first in secrets);
  const [name] = usable ?? [];
  const secret = name === undefined ? undefined : secrets[name];
  if (name !== undefined && secret !== undefined) return schemeAuth(document, name, secret);
  if (names.some((schemes) => schemes.length === 0)) return undefined;
  throw new OpenApiError(
    `it needs ${names.map((schemes) => schemes.join(' and ')).join(' or ')}: name the secret in auth`,
  );
}

function schemeAuth(document: OpenApiDocument, name: string, { secret, username }: SchemeSecret): Members {
  const schemes = membersOf(membersOf(document.root['components'])['securitySchemes']);
  const { type, scheme, in: place, name: parameter } = document.object(schemes[name]);
  if (type === 'http' && scheme === 'basic')
    return { type: 'basic', secret, ...(username !== undefined && { username }) };
  if (type === 'http' && scheme === 'bearer') return { type: 'bearer', secret };
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'bearer', secret };
  if (type === 'apiKey' && (place === 'header' || place === 'query') && typeof parameter === 'string')
    return { type: place, name: parameter, secret };
  throw new OpenApiError(`the security scheme ${name} is of a kind that is not supported`);
}
