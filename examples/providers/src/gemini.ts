import type { Content, GoogleGenAI } from '@google/genai';
import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import { tools } from './tools.ts';

const format = 'gemini';

/** Gemini. Its library has its own enum for schema types, so this passes JSON Schema; over HTTP, use `getToolDefinitions({ format })`. */
export async function answer(client: GoogleGenAI, question: string): Promise<string> {
  const declarations = tools
    .getToolDefinitions()
    .map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
  const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }];
  for (;;) {
    const response = await client.models.generateContent({
      model: 'gemini-3-pro',
      contents,
      config: { tools: [{ functionDeclarations: declarations }] },
    });
    const calls = toToolCalls(response, { format });
    const content = response.candidates?.[0]?.content;
    if (calls.length === 0 || content === undefined) return response.text ?? '';
    contents.push(content, ...tools.toToolMessages(await tools.executeAll(calls), { format }));
  }
}
