import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { pathParameter } from '../detect/project-schema.ts';
import { readCall } from '../read/read-call.ts';
import type { Convention } from './convention.ts';
import type { ConventionsValue } from './extract-conventions.ts';
import { version } from '../version.ts';

export const extractConventionsTool = defineTool({
  name: 'extract_conventions',
  description:
    'Tells how the code of a project is written: indentation, quotes, semicolons, line length, names of files, functions and types, ' +
    'imports, tests. Each convention says whether a configuration file states it or it was measured on samples of the sources. ' +
    'Also lists the documents with rules for contributors.',
  version,
  parameters: Type.Object({ path: pathParameter }),
  output: Type.Object({
    path: Type.String(),
    conventions: Type.Array(
      Type.Object({
        topic: Type.String(),
        language: Type.Optional(Type.String({ description: 'A language, or the glob of a section of .editorconfig.' })),
        value: Type.String(),
        source: Type.String({ description: 'The path of a configuration file, or "measured".' }),
        share: Type.Optional(Type.Number({ description: 'The part of the samples that follow it.' })),
        samples: Type.Optional(Type.Integer()),
      }),
    ),
    guides: Type.Array(Type.String(), { description: 'Documents with rules for contributors and agents.' }),
    filesSampled: Type.Integer(),
    notes: Type.Array(Type.String()),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path', folder: 'path', project_path: 'path' },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute({ path = '.' }, context) {
    const { extractConventions } = await import('./extract-conventions.ts');
    const onSample = (done: number, total: number): void => context.emitProgress(done, total, 'files sampled');
    return ok(await extractConventions(path, { ...readCall(context), onSample }));
  },
  preview: (result, maxLines) => (result.ok ? textOf(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
});

function textOf({ path, conventions, guides, filesSampled, notes }: ConventionsValue): string[] {
  return [
    `${printable(path)}: ${conventions.length} conventions, ${filesSampled} files sampled`,
    ...conventions.map(lineOf),
    ...(guides.length > 0 ? [`Rules for contributors: ${guides.map((guide) => printable(guide)).join(', ')}`] : []),
    ...notes.map((note) => `[note: ${printable(note)}]`),
  ];
}

function lineOf({ topic, language, value, source, share, samples }: Convention): string {
  const where = language === undefined ? topic : `${language}, ${topic}`;
  const basis = share === undefined ? source : `${source}, ${Math.round(share * 100)} % of ${samples}`;
  return printable(`${where}: ${value} (${basis})`);
}
