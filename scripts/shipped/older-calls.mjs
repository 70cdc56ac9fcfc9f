/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
import { join } from 'node:path';

const PACKAGE = '@ku0/agent-runtime-tools-legacy-compat';

/**
 * Calls tools by the names of the older systems and of other agents.
 * @param {Record<string, any>} exported What the packages export.
 * @param {string} folder With the files of the smoke calls.
 * @returns {Promise<string[]>} The problems.
 */
export async function callOlderTools(exported, folder) {
  const [trackR, codecraft, codeAlly, agents] = await Promise.all(
    ['track-r', 'codecraft', 'code-ally', 'agents'].map((entry) => import(`${PACKAGE}/${entry}`)),
  );
  const { default: readFile } = await import(`${PACKAGE}/codecraft/tools/files/read-file`);
  const path = join(folder, 'older.txt');
  const stream = new codeAlly.ActivityStream();
  const manager = new codeAlly.ToolManager([new codeAlly.BashTool(stream), new codeAlly.ReadTool(stream)], stream);
  const tools = new exported['ToolCoordinator']().registerPack(agents.agentsPack({ skills: { pdf: 'How to' } }));
  const coordinator = new trackR.ToolCoordinator();
  coordinator.register(trackR.fromCurrentTool(tools, 'use_skill'));
  const context = { cwd: folder, taskId: 'smoke', autoApproval: {}, services: {}, callbacks: {} };
  const written = await codecraft.executeTool('write_file', { path, content: 'kept' });
  const answers = {
    write_file: [written, path],
    read_file: [await codecraft.executeTool('read_file', { path }), 'kept'],
    'the default export': [await readFile.execute({ path }, codecraft.createDefaultContext()), 'kept'],
    glob: [await codecraft.executeTool('glob', { pattern: 'older.*', path: folder }), path],
    bash: [await manager.executeTool('bash', { command: 'cat older.txt', working_dir: folder }), 'kept'],
    read: [await manager.executeTool('read', { file_paths: [path] }), 'kept'],
    use_skill: [await coordinator.execute('use_skill', { skill: 'pdf' }, context), 'How to'],
  };
  await tools.shutdownAll();
  return Object.entries(answers)
    .filter(([, [answer, expected]]) => !JSON.stringify(answer).includes(expected))
    .map(([name, [answer]]) => `${name} of an older system: ${JSON.stringify(answer)}`);
}
