import { z } from 'zod';
import { post } from './endpoint.ts';
import { instant, paise } from './fields.ts';

export const subscription = {
  backtestPlans: post('/userapi/getBacktestPlans', {
    output: z.lazy(() =>
      z.object({
        plans: z.array(
          z.object({
            planId: z.string(),
            name: z.string(),
            runsPerMonth: z.int(),
            price: paise,
            isCurrent: z.boolean(),
          }),
        ),
        quota: z.object({ used: z.int(), left: z.int(), resetsAt: instant }),
      }),
    ),
  }),
};
