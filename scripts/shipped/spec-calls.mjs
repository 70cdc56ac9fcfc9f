/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = `tools:
  - name: spec_module
    description: Adds in JavaScript
    tool_type: module
    input_schema: {type: object, properties: {a: {type: number}, b: {type: number}}}
    implementation_config: {module: add.mjs, function_name: add}
  - name: spec_python
    description: Adds in Python
    tool_type: python
    input_schema: {type: object, properties: {a: {type: number}, b: {type: number}}}
    implementation_config: {module: adding, function_name: add}
  - name: spec_shell
    description: Adds with a command
    tool_type: shell
    input_schema: {type: object, properties: {a: {type: number}, b: {type: number}}}
    implementation_config: {command: 'expr {a} + {b}', output: json}
  - name: spec_custom
    description: Adds in the host
    tool_type: custom
    input_schema: {type: object, properties: {a: {type: number}, b: {type: number}}}
    implementation_config: {handler: add}
`;

/**
 * Loads specs from a file, which needs the library for YAML, and calls a tool of each kind.
 * @param {Record<string, any>} exported What all packages export.
 * @param {string} folder
 * @returns {Promise<string[]>} The problems.
 */
export async function callSpecTools(exported, folder) {
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs', 'tools.yaml'), TOOLS);
  writeFileSync(join(folder, 'specs', 'add.mjs'), 'export const add = ({ a, b }) => a + b;\n');
  writeFileSync(join(folder, 'specs', 'adding.py'), 'def add(a, b):\n    return a + b\n');
  const { ToolSpecRegistry, UnifiedToolExecutor, fileLoader, moduleExecutor, pythonExecutor, customExecutor } =
    exported;
  const folders = [join(folder, 'specs')];
  const specRegistry = new ToolSpecRegistry({ loaders: [fileLoader('specs/*.yaml', { cwd: folder })] });
  const { problems } = await specRegistry.loadAll();
  const executors = [moduleExecutor({ folders }), pythonExecutor({ folders }), customExecutor({ add })];
  const executor = new UnifiedToolExecutor({ specRegistry, executors });
  const found = problems.map(JSON.stringify);
  for (const name of specRegistry.names()) {
    const result = await executor.execute(name, { a: 2, b: 40 });
    if (result.value !== 42) found.push(`${name}: ${JSON.stringify(result)}`);
  }
  if (specRegistry.toOpenAITools().length !== 4) found.push('specs: not all tools are there');
  await executor.shutdown();
  return found;
}

/** @param {{ a: number, b: number }} args */
function add({ a, b }) {
  return a + b;
}
