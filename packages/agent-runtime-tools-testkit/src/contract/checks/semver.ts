/** Whether a text is a semantic version, with an optional pre-release and build. */
export function isSemver(version: string): boolean {
  return SEMVER.test(version);
}

const NUMBER = '(?:0|[1-9]\\d*)';
const PRERELEASE = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PRERELEASE}(?:\\.${PRERELEASE})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);
