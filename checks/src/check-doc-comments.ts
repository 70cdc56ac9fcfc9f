import { codeFiles, readPackages, readText } from './repository.ts';

/** Members that everybody who writes a host or a tool meets, and whose names alone do not say what they mean. */
const EXPLAINED = /^ {2}(?:readonly )?(services|limits|guards|principal|permissions|requiresApproval)\??:/;

/** Says which of these members of a published interface have no doc comment, so that an editor shows nothing for them. */
export function checkDocComments(root: string): string[] {
  return readPackages(root).flatMap(({ folder, shortName }) => {
    const surface = readText(root, `checks/surface/${shortName}.txt`)?.split('\n') ?? [];
    const published = new Set(surface.map((line) => line.replace(/^type /, '')));
    return codeFiles(root, `${folder}/src`).flatMap((file) =>
      undocumented(readText(root, file) ?? '', file, published),
    );
  });
}

function undocumented(text: string, file: string, published: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  let [current, previous]: [string | undefined, string] = [undefined, ''];
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) current = /^export interface (\w+)/.exec(line)?.[1];
    const [, member] = EXPLAINED.exec(line) ?? [];
    if (member !== undefined && current !== undefined && published.has(current) && !previous.trimEnd().endsWith('*/'))
      problems.push(`${file}: ${current}.${member} has no doc comment`);
    previous = line;
  }
  return problems;
}
