import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { id, instant, search } from './fields.ts';

export const LOG_LEVELS = ['info', 'warning', 'error'] as const;

export const LogEntrySchema = z.lazy(() =>
  z.object({
    logId: id,
    at: instant,
    level: z.enum(LOG_LEVELS),
    /** Kind of event: `signed-in`, `signal`, `guard`, `order`, `fill`. */
    topic: z.string(),
    text: z.string(),
    strategyId: id.nullable(),
    strategyName: z.string().nullable(),
    /** Of an account by hand, which is no strategy with a page. */
    isManual: z.boolean(),
  }),
);

const logList = {
  right: read('Log'),
  input: z.object({
    ...pageInput(),
    level: z.enum(LOG_LEVELS).optional(),
    search,
    strategyId: id.optional(),
  }),
  output: z.lazy(() => z.object({ log_list: z.array(LogEntrySchema), ...pageOutput })),
};

export const logs = {
  activity: post('/userapi/userlog', logList),
  trading: post('/userapi/userlogTrade', logList),
};
