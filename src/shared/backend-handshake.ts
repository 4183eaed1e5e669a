import { z } from 'zod';

/** What the desktop tells the backend it forks. Secrets travel here, never in arguments or environment. */
export const BackendOrderSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    dataDir: z.string(),
    apiToken: z.string(),
    /** 32 bytes in base64, or null when there is no keychain. */
    dataKey: z.string().nullable(),
  }),
  z.object({ type: z.literal('stop') }),
]);
export type BackendOrder = z.output<typeof BackendOrderSchema>;

/** What the backend answers. */
export const BackendFactSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int() }),
  /** `message` is a sentence for the trader. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
