/**
 * The token comes with the address that the toolbox prints, after `#`. It is taken out of the address bar and kept for this
 * window only, under the Studio's own origin.
 */
export function takeToken(): string {
  const found = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (found === undefined) return sessionStorage.getItem(KEY) ?? '';
  sessionStorage.setItem(KEY, found);
  history.replaceState(null, '', `${location.pathname}#/`);
  return found;
}

const KEY = 'studio-token';
