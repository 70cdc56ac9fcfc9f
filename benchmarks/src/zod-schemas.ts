import { z } from 'zod';

/** The benchmark tool's schemas for libraries that use zod. */
export const zodInput = z.object({
  path: z.string(),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).optional(),
  tags: z.array(z.string()).optional(),
});

/** The context that a host passes to its tools, for libraries that have one. */
export const zodContext = z.object({ session: z.string() });

export const zodOutput = z.object({ content: z.string() });
