#!/usr/bin/env node
// Plain JavaScript that every version of Node can run, to explain that Node is too old or that there is no build yet.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  stop(`needs Node 22.19 or newer, and this is ${process.versions.node}. \`npm run agent\` installs the right Node.`);
} else {
  import('../dist/main.js').then(({ main }) => main(), notLoaded);
}

/** @param {unknown} error */
function notLoaded(error) {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  stop('is not built yet. Run `npm run build` at the root of the repository.');
}

/** @param {string} reason */
function stop(reason) {
  process.stderr.write(`agent ${reason}\n`);
  process.exitCode = 2;
}
