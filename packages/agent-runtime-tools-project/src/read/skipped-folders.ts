/** Whether a folder holds dependencies, build output or caches and not the source of the project. */
export function isSkippedFolder(name: string): boolean {
  return SKIPPED.has(name) || (name.startsWith('.') && !KEPT_HIDDEN.has(name)) || name.endsWith('.egg-info');
}

const SKIPPED = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'target',
  'dist',
  'out',
  'obj',
  'coverage',
  'htmlcov',
  'venv',
  'env',
  '__pycache__',
  'site-packages',
  'Pods',
  'DerivedData',
]);

/** Hidden folders with configuration that describes the project. */
const KEPT_HIDDEN = new Set(['.github', '.circleci', '.config', '.changeset', '.husky', '.ci', '.gitlab']);
