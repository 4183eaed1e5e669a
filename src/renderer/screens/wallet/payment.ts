import type { PaymentIntent } from '../../../shared/contract/wallet.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';

/** The request to be paid that was made last. It is asked for by itself, so a failure makes no toast. */
export const payment = createResource(
  ({ intentId }: { intentId: number }) => api.wallet.paymentStatus({ intentId }),
  { isQuiet: true },
);

/** The request that still waits to be paid, if any. */
export const pendingPayment = (intent: PaymentIntent | null): PaymentIntent | null =>
  intent?.state === 'pending' ? intent : null;

/** `4:05` until a moment; never below zero. */
export const remaining = (until: number, now: number): string => {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
