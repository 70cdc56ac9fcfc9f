import { createTestFolder, packContract, type ToolSample } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { editPack } from '../src/index.ts';
import { beginPatch, searchReplace, unified } from './edit-formats.ts';

const files = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'export const b = 1;\r\n' };
const edit = { path: 'a.txt', before: ['two'], after: ['2'] };
const outside: ToolSample['expect'] = 'INVALID_PATH';

packContract(editPack(), {
  folder: () => createTestFolder(files),
  services: async (folder) => {
    const state = await createTestFolder();
    const workspace = createWorkspace({ roots: [folder.path], state: state.path });
    const shutdown = workspace.shutdown.bind(workspace);
    // The state goes with the workspace.
    workspace.shutdown = async () => {
      await shutdown();
      await state.remove();
    };
    return { workspace };
  },
  samples: {
    edit_file: {
      samples: [
        { name: 'replaces a text', params: { path: 'a.txt', old_string: 'two', new_string: '2' } },
        { name: 'makes a file', params: { path: 'new/file.txt', old_string: '', new_string: 'x\n' } },
        {
          name: 'finds nothing',
          params: { path: 'a.txt', old_string: 'nowhere', new_string: 'x' },
          expect: 'EDIT_NO_MATCH',
        },
        { name: 'stays inside', params: { path: '../x', old_string: 'a', new_string: 'x' }, expect: outside },
      ],
      badSamples: [
        { params: { path: 'a.txt', old_string: 'x', new_string: 'x' }, mentions: 'the same' },
        {
          params: { path: 'a.txt', old_string: 'x', new_string: 'y', expected_replacements: 0 },
          mentions: 'expected_replacements',
        },
      ],
    },
    apply_diff: {
      samples: [
        { name: 'applies a block', params: { path: 'a.txt', diff: searchReplace(edit) } },
        { name: 'refuses what is no block', params: { path: 'a.txt', diff: 'x' }, expect: 'DIFF_INVALID' },
      ],
      badSamples: [{ params: { path: 'a.txt', dif: 'x' }, mentions: 'did you mean "diff"' }],
    },
    multi_apply_diff: {
      samples: [
        { name: 'applies blocks', params: { files: [{ path: 'a.txt', diff: searchReplace(edit) }] } },
        {
          name: 'finds nothing',
          params: { files: [{ path: 'src/b.ts', diff: searchReplace(edit) }] },
          expect: 'EDIT_NO_MATCH',
        },
      ],
      badSamples: [{ params: { files: [] }, mentions: 'files' }],
    },
    apply_patch: {
      samples: [
        { name: 'applies a patch', params: { patch: beginPatch(edit) } },
        { name: 'applies a unified diff', params: { patch: unified({ ...edit, line: 2 }) } },
        {
          name: 'adds, moves and deletes',
          params: {
            patch:
              '*** Begin Patch\n*** Add File: n.txt\n+n\n*** Delete File: a.txt\n*** Update File: src/b.ts\n*** Move to: c.ts\n@@\n-export const b = 1;\n+export const c = 1;\n*** End Patch\n',
          },
        },
        { name: 'refuses what is no patch', params: { patch: 'x' }, expect: 'PATCH_INVALID' },
      ],
      badSamples: [{ params: {}, mentions: 'patch' }],
    },
    search_and_replace: {
      samples: [
        { name: 'replaces in a file', params: { path: 'a.txt', search: 'o', replace: '0' } },
        { name: 'replaces in files', params: { glob: '**/*', search: 'one|const', replace: '[$&]', regex: true } },
        {
          name: 'stops a hostile pattern',
          setup: ({ folder }) => folder.write('evil.txt', `${'a'.repeat(100_000)}!`),
          params: { path: 'evil.txt', search: '(a+)+$', replace: '', regex: true },
          expect: 'REGEX_TIMEOUT',
        },
      ],
      badSamples: [
        { params: { search: 'x', replace: 'y' }, mentions: 'either path or glob' },
        { params: { path: 'a', glob: 'b', search: 'x', replace: 'y' }, mentions: 'either path or glob' },
      ],
      slowSample: async ({ folder }) => {
        await folder.write('evil.txt', `${'a'.repeat(100_000)}!`);
        return { path: 'evil.txt', search: '(a+)+$', replace: '', regex: true };
      },
    },
    insert_content: {
      samples: [
        { name: 'inserts a line', params: { path: 'a.txt', line: 1, content: 'zero' } },
        { name: 'knows the end', params: { path: 'a.txt', line: 9, content: 'x' }, expect: 'LINE_OUT_OF_RANGE' },
      ],
      badSamples: [{ params: { path: 'a.txt', line: 1.5, content: 'x' }, mentions: 'line' }],
    },
  },
});
