import type { BROKER_ID } from '../../shared/strategy-status.ts';

/** Brokers by the names that addresses have for them (`BROKER_ID`). */
export const BROKER_CHOICES = [
  'any',
  'paper',
  'angelOne',
] as const satisfies readonly (keyof typeof BROKER_ID)[];
