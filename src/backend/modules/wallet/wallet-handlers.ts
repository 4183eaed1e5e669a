import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import type { CallContext } from '../../call-context.ts';
import { notYet } from '../../not-yet.ts';

export const walletHandlers = (): Handlers<typeof wallet, CallContext> => ({
  mine: notYet,
  usdt: notYet,
  history: notYet,
  bankHistory: notYet,
  add: notYet,
  paymentStatus: notYet,
  sandbox: notYet,
  findRecipient: notYet,
  transfer: notYet,
  withdraw: notYet,
  topUps: notYet,
  topUp: notYet,
  activate: notYet,
});
