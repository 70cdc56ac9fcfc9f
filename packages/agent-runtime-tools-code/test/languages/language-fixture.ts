import { codeTree, valueOf, type TreeFiles } from '../code-tree.ts';

/** What the tools find in a project, one line each. */
export async function readProject(files: TreeFiles) {
  const { tools } = await codeTree(files);
  const { files: listed } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
  const symbols = listed.flatMap(({ file, definitions, syntaxError }) => [
    ...(syntaxError === undefined ? [] : [`${file}: ${syntaxError}`]),
    ...definitions.map(
      ({ kind, name, container, line, endLine, exported }) =>
        `${file}:${line}-${endLine} ${kind} ${container === undefined ? '' : `${container}.`}${name}${exported ? '' : ' private'}`,
    ),
  ]);
  const imports: string[] = [];
  for (const file of Object.keys(files)) {
    const value = valueOf(await tools.execute('get_imports_exports', { file }));
    for (const { source, symbols: names, aliases = {}, form, line } of value.imports) {
      const shown = names.map((name) => (aliases[name] === undefined ? name : `${name} as ${aliases[name]}`));
      imports.push(`${file}:${line} ${form} ${source}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}`);
    }
  }
  const references = async (symbol: string): Promise<string[]> => {
    const value = valueOf(await tools.execute('find_references', { symbol }));
    return value.references.map(({ file, line, column, role }) => `${file}:${line}:${column} ${role}`);
  };
  const info = async (symbol: string, file: string): Promise<{ signature: string; documentation?: string }> => {
    const { signature, documentation } = valueOf(await tools.execute('get_symbol_info', { symbol, file }));
    return { signature, ...(documentation !== undefined && { documentation }) };
  };
  return { symbols, imports, references, info };
}
