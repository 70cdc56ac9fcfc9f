import type { PathFact } from '../paths/path-fact.ts';

/** Whether a path, before or after links are resolved, is a usual place for keys, passwords or tokens. */
export function isCredentialPath({ lexical, real }: Pick<PathFact, 'lexical' | 'real'>): boolean {
  return matchesTable(lexical) || (real !== undefined && real !== lexical && matchesTable(real));
}

/** The reason to show to a person. */
export function credentialReason({ given, access }: Pick<PathFact, 'given' | 'access'>): string {
  return `it ${VERBS[access]} ${given}, where credentials are kept`;
}

function matchesTable(path: string): boolean {
  return FOLDERS.test(path) || FILES.test(path);
}

function pathPattern(start: string, names: readonly string[], end: string): RegExp {
  return new RegExp(`${start}(?:${names.join('|')})${end}`, 'i');
}

/** Everything in these folders counts. */
const FOLDERS = pathPattern(
  '(?:^|/)',
  [
    String.raw`\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.oci|\.password-store`,
    String.raw`\.config/(?:gcloud|gh|hub|op|rclone|doctl|sops|age|google-chrome|chromium)`,
    String.raw`\.local/share/keyrings|\.mozilla/firefox|Keychains`,
    String.raw`etc/ssl/private|etc/sudoers\.d|run/secrets`,
  ],
  '(?:/|$)',
);
const FILES = pathPattern(
  '(?:^|/)',
  [
    String.raw`[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.pypirc|\.npmrc|\.vault-token|\.htpasswd`,
    String.raw`\.docker/config\.json|\.cargo/credentials(?:\.toml)?|\.gem/credentials|\.m2/settings\.xml`,
    String.raw`\.terraform\.d/credentials\.tfrc\.json|\.(?:bash|zsh|python|psql|mysql)_history`,
    String.raw`\.env(?!\.(?:example|sample|template|dist|defaults)$)(?:\.[\w-]+)?`,
    String.raw`id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]+\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk|key)`,
    String.raw`credentials(?:\.(?:json|ya?ml|ini))?|(?:client_)?secrets?\.(?:json|ya?ml|toml)|service[-_]account[^/]*\.json`,
    String.raw`etc/(?:shadow|gshadow|sudoers|master\.passwd)|proc/(?:self|\d+)/environ`,
  ],
  '$',
);
const VERBS = { read: 'reads', write: 'writes', delete: 'deletes' } as const;
