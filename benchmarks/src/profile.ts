// Profiles one case by file and by function: `npm run profile -- [id] [seconds]`.
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caseOf } from './cases/all-cases.ts';

const [id = 'ours/full', seconds = '3'] = process.argv.slice(2);
const prepared = await caseOf(id).prepare();
await runFor(1000);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 100 });
await session.post('Profiler.start');
const runs = await runFor(Number(seconds) * 1000);
const { profile } = await session.post('Profiler.stop');
session.disconnect();
await prepared.close();

process.stdout.write(`${runs} runs of ${id}\n\n${shares(profile, ({ file }) => file, 25).join('\n')}\n\n`);
process.stdout.write(`${shares(profile, ({ name, file, line }) => `${name}  ${file}:${line}`, 40).join('\n')}\n`);

async function runFor(ms: number): Promise<number> {
  let done = 0;
  for (const until = performance.now() + ms; performance.now() < until; done += 100) {
    for (let index = 0; index < 100; index++) await prepared.run();
  }
  return done;
}

interface Place {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** The share of self time of each place, largest first. */
function shares({ nodes }: Profiler.Profile, keyOf: (place: Place) => string, count: number): string[] {
  const hits = new Map<string, number>();
  let total = 0;
  for (const { callFrame, hitCount = 0 } of nodes) {
    const key = keyOf(placeOf(callFrame));
    hits.set(key, (hits.get(key) ?? 0) + hitCount);
    total += hitCount;
  }
  const sorted = [...hits].sort(([, a], [, b]) => b - a).slice(0, count);
  return sorted.map(([key, hit]) => `${((hit / total) * 100).toFixed(1).padStart(5)} %  ${key}`);
}

/** Maps a bundled function back to its source file. */
function placeOf({ functionName, url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']): Place {
  const name = functionName || '(anonymous)';
  if (!url.startsWith('file:'))
    return { name, file: url || (name.startsWith('(') ? name : 'native code'), line: lineNumber + 1 };
  const entry = findSourceMap(fileURLToPath(url))?.findEntry(lineNumber, columnNumber);
  if (entry === undefined || !('originalSource' in entry)) return { name, file: basename(url), line: lineNumber + 1 };
  return { name, file: entry.originalSource.replace(/^.*\/(?:src|node_modules)\//, ''), line: entry.originalLine + 1 };
}
