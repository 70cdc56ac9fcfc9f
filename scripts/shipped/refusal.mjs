// Runs on a Node that is too old, and checks that every package says so when it is imported.
import { readFileSync } from 'node:fs';

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of Object.keys(dependencies)) {
  // The contract suite is loaded by vitest alone, which is a peer.
  if (name.endsWith('-testkit')) continue;
  const said = await import(name).then(
    () => 'nothing',
    (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error)),
  );
  if (!said.includes('need Node 22.19 or newer, and this is 20.')) {
    console.log(`${name} says on Node ${process.versions.node}: ${said}`);
    process.exitCode = 1;
  }
}
