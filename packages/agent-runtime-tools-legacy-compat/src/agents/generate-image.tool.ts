import { coreErrors, defineTool, fail, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

/** Creates the bytes of an image, for example with a provider's API. `image` is the path of one to start from. */
export type GenerateImage = (
  request: { readonly prompt: string; readonly image?: string },
  options: { readonly signal: AbortSignal },
) => Promise<Uint8Array>;

/** Has the host create an image and writes it with `write_file`, which asks before it overwrites. */
export function generateImageTool(generateImage: GenerateImage | undefined) {
  return defineTool({
    name: 'generate_image',
    description: 'Creates an image from a description and writes it to a file.',
    version,
    parameters: Type.Object({
      prompt: Type.String({ description: 'What the image shows.', minLength: 1, maxLength: 20_000 }),
      path: Type.String({ description: 'Where to write it.', minLength: 1, examples: ['images/logo.png'] }),
      image: Type.Optional(Type.String({ description: 'The path of an image to start from.', minLength: 1 })),
    }),
    output: Type.Object({ path: Type.String(), size: Type.Integer({ description: 'In bytes.' }) }),
    capabilities: { readsFiles: true, writesFiles: true, accessesNetwork: true },
    requiresApproval: true,
    async execute({ prompt, path, image }, context) {
      const { tools, signal } = context;
      if (generateImage === undefined || !tools.has('write_file'))
        return fail(
          coreErrors.ENGINE_NOT_AVAILABLE({
            message: 'The host has not configured the creation of images.',
            suggestion: 'Describe the image to the person instead.',
          }),
        );
      const bytes = await generateImage({ prompt, ...(image !== undefined && { image }) }, { signal });
      const params = { path, content: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
      const written = await tools.execute('write_file', params, { parent: context });
      return written.ok ? ok({ path, size: bytes.byteLength }) : fail(written.error);
    },
  });
}
