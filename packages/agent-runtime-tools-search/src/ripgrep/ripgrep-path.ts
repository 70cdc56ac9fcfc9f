/** The path of the bundled ripgrep; undefined if there is none for this platform. */
export function ripgrepPath(): Promise<string | undefined> {
  found ??= import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    () => undefined,
  );
  return found;
}

let found: Promise<string | undefined> | undefined;
