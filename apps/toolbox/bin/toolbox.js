#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that whoever has an old one, or no build yet, is told so.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  stop(
    `needs Node 22.19 or newer, and this is ${process.versions.node}. \`npm start\` and \`npm run toolbox -- list\` bring their own.`,
  );
} else {
  import('../dist/main.js').then(({ main }) => main(), notLoaded);
}

/** @param {unknown} error */
function notLoaded(error) {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  stop('is not built yet. Run `npm run build` at the root of the repository, or `npm start`, which builds first.');
}

/** @param {string} reason */
function stop(reason) {
  process.stderr.write(`toolbox ${reason}\n`);
  process.exitCode = 2;
}
