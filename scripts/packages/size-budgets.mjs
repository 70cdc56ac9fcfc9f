import { basename } from 'node:path';

/**
 * How large the tarball of a package may be, in kB. Somebody who makes a package larger sees it here first.
 * @type {Readonly<Record<string, number>>}
 */
const BUDGETS = {
  'agent-runtime-tools': 60,
  approval: 330,
  auth: 60,
  audit: 70,
  browser: 100,
  code: 220,
  commands: 550,
  core: 930,
  'create-pack': 20,
  edit: 270,
  files: 120,
  git: 220,
  hooks: 160,
  'legacy-compat': 120,
  mcp: 120,
  net: 80,
  processes: 160,
  project: 220,
  'rate-limit': 50,
  remote: 80,
  rules: 70,
  sandbox: 160,
  search: 160,
  shell: 100,
  specs: 200,
  task: 60,
  terminal: 50,
  telemetry: 50,
  testkit: 150,
  web: 80,
  workspace: 420,
};

/**
 * @param {string} folder Of the package, relative to the root.
 * @param {number} bytes The size of its tarball.
 * @returns {string[]}
 */
export function sizeProblems(folder, bytes) {
  const name = basename(folder).replace('agent-runtime-tools-', '');
  const budget = BUDGETS[name];
  const size = Math.ceil(bytes / 1000);
  if (budget === undefined)
    return [`no size budget: add '${name}' to scripts/packages/size-budgets.mjs (it has ${size} kB)`];
  return size <= budget ? [] : [`the tarball has ${size} kB; the budget is ${budget} kB`];
}
