import { displayPath, ProjectFiles, type ReadCall } from '../read/project-files.ts';
import { configuredConventions } from './configured-conventions.ts';
import type { Convention } from './convention.ts';
import { measuredConventions } from './measured-conventions.ts';
import { testConventions } from './test-conventions.ts';

export interface ConventionsValue {
  path: string;
  conventions: Convention[];
  guides: string[];
  filesSampled: number;
  notes: string[];
}

/** How the code of a project is written: what its configuration files say, and what its sources do. */
export async function extractConventions(
  path: string,
  call: ReadCall & { readonly onSample?: (done: number, total: number) => void },
): Promise<ConventionsValue> {
  const files = await ProjectFiles.open(path, call);
  const configured = await configuredConventions(files);
  const measured = await measuredConventions(files, call.onSample);
  return {
    path: files.top.display,
    conventions: [...configured, ...measured.conventions, ...testConventions(files)].slice(0, MAX_CONVENTIONS),
    guides: guidesOf(files),
    filesSampled: measured.filesSampled,
    notes: files.notes,
  };
}

const MAX_CONVENTIONS = 300;

/** Documents that tell people and agents how to write code here. */
function guidesOf(files: ProjectFiles): string[] {
  return files.files
    .filter(({ name, path }) => GUIDE.test(name) && path.split('/').length <= 3)
    .map(({ folder, name }) => displayPath(folder, name))
    .slice(0, 30);
}

const GUIDE =
  /^(?:contributing|agents|claude|gemini|style-?guide|coding-?standards?|conventions|copilot-instructions)\.(?:md|rst|txt|adoc)$/i;
