import type { z } from 'zod';
import type { PayoffSchema } from '../../../shared/contract/options.ts';

/** Payoff of legs as the server answers it. */
export type Payoff = z.output<typeof PayoffSchema>;
