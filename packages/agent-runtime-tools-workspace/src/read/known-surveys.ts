import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { versionOf, type FileVersion } from './file-version.ts';
import type { TextSurvey } from './survey-text.ts';

/** What was found out about large files, so that who pages through one does not have all of it read for every page. */
export const knownSurveys = {
  get(fs: FileSystem, stat: FileStat): TextSurvey | undefined {
    return surveys.get(fs)?.get(versionOf(stat));
  },

  /** Not of a file that changed just now: the next change may leave it with the same version. */
  set(fs: FileSystem, stat: FileStat, survey: TextSurvey): void {
    if (stat.size < LEAST_BYTES || Date.now() - Number(stat.modifiedNs / 1_000_000n) < SETTLED_MS) return;
    const known = surveys.get(fs) ?? new Map<FileVersion, TextSurvey>();
    surveys.set(fs, known);
    known.set(versionOf(stat), survey);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  },
};

const surveys = new WeakMap<FileSystem, Map<FileVersion, TextSurvey>>();
const LEAST_BYTES = 1024 * 1024;
const SETTLED_MS = 2000;
const MOST_KNOWN = 100;
