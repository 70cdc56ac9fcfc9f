import { z } from 'zod';

/** The subject's schemas for the peers that want zod. */
export const zodInput = z.object({
  path: z.string(),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).optional(),
  tags: z.array(z.string()).optional(),
});

/** A context that a host hands to its tools, where a peer wants one. */
export const zodContext = z.object({ session: z.string() });

export const zodOutput = z.object({ content: z.string() });
