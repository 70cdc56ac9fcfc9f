import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPacks } from './built-packs.ts';

/** Says which tools of packs cannot be imported by themselves, or are not in the README: `web_fetch` is `webFetchTool`. */
export async function checkSingleTools(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { from, exported, pack } of await builtPacks(root)) {
    const readme = readFileSync(join(root, from.folder, 'README.md'), 'utf8');
    for (const { name } of pack.tools) {
      const exportName = exportNameOf(name);
      if (exported[exportName] === undefined)
        problems.push(`${from.folder}: the tool ${name} is not exported as ${exportName}`);
      else if (!isDocumented(readme, exportName))
        problems.push(`${from.folder}: README.md does not say that ${exportName} can be imported`);
    }
  }
  return problems;
}

function exportNameOf(tool: string): string {
  const camelCase = tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camelCase.endsWith('Tool') ? camelCase : `${camelCase}Tool`;
}

/** Either each tool is named, or one of them "and its siblings". */
function isDocumented(readme: string, exportName: string): boolean {
  return readme.includes(exportName) || /Tool(?:\([^)]*\))?` and its siblings/.test(readme);
}
