import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { dateRange, id, instant, paise, positivePaise, search, shownLine } from './fields.ts';

/** Wallets by their number on the wire. */
export const WALLETS = { main: 0, held: 1, reward: 2, usdt: 3 } as const;
export type WalletName = keyof typeof WALLETS;
export const walletId = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** Credits, debits or all. */
export const entryType = z.enum(['A', 'C', 'D']);

/** Purposes of a transfer in the ledger. */
export const TRANSFER_KINDS = [
  'added',
  'transfer',
  'sent',
  'received',
  'withdrawal-held',
  'withdrawal-settled',
  'withdrawal-returned',
  'top-up',
  'credit-bonus',
  'activation',
  'trade-activation',
  'plan',
  'plan-refund',
  'author-fee',
  'author-share',
  'reward',
  'correction',
] as const;
export const transferKind = z.enum(TRANSFER_KINDS);
export type TransferKind = z.output<typeof transferKind>;

/** USDT amounts are integer millionths. */
export const microUsdt = z.int();

/** The name a UPI address has, such as `asha.rao@okbank`. */
export const upiId = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9._-]{2,256}@[a-zA-Z]{2,64}$/, 'must be a UPI ID such as name@bank');

export const WalletEntrySchema = z.lazy(() =>
  z.object({
    entryId: id,
    at: instant,
    kind: transferKind,
    title: z.string(),
    note: z.string(),
    /** `C` came in, `D` went out. */
    type: z.enum(['C', 'D']),
    /** Paise (millionths in the USDT wallet); below zero went out. */
    amount: z.int(),
    /** Running balance of the wallet after it. */
    balance: z.int(),
    reference: z.string(),
    /** Masked name of the other side of a transfer between people. */
    counterparty: z.string().nullable(),
  }),
);
export type WalletEntry = z.output<typeof WalletEntrySchema>;

export const PAYMENT_STATES = ['pending', 'confirmed', 'failed', 'expired', 'unmatched'] as const;
export const paymentState = z.enum(PAYMENT_STATES);

/** A request to be paid. `unmatched`: the provider reported money that cannot be credited; nothing was. */
export const PaymentIntentSchema = z.lazy(() =>
  z.object({
    intentId: id,
    reference: z.string(),
    amount: paise,
    upiId: z.string(),
    state: paymentState,
    /** Why it is in this state, as a sentence. */
    message: z.string(),
    createdAt: instant,
    expiresAt: instant,
    /** `upi://pay?…`, which a UPI app opens and the QR code holds. */
    deepLink: z.string(),
    payee: z.object({ upiId: z.string(), name: z.string() }),
    /** True for the built-in sandbox: its QR code cannot be paid. */
    isSandbox: z.boolean(),
  }),
);
export type PaymentIntent = z.output<typeof PaymentIntentSchema>;

export const WITHDRAWAL_STATES = ['held', 'settled', 'returned'] as const;
export const WithdrawalSchema = z.lazy(() =>
  z.object({
    withdrawalId: id,
    at: instant,
    amount: paise,
    state: z.enum(WITHDRAWAL_STATES),
    accountLast4: z.string(),
    ifsc: z.string(),
    reference: z.string(),
    message: z.string(),
    settledAt: instant.nullable(),
    isSandbox: z.boolean(),
  }),
);
export type Withdrawal = z.output<typeof WithdrawalSchema>;

const historyInput = {
  ...pageInput(),
  ...dateRange,
  type: entryType.default('A'),
  search,
};
const historyEcho = {
  ...pageOutput,
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  type: entryType,
};

/** To whom money goes: referral code, e-mail or phone. */
const recipient = z.string().trim().min(1, 'must not be empty').max(254);

export const wallet = {
  mine: post('/userapi/mywallet', {
    right: read('Wallet'),
    output: z.lazy(() =>
      z.object({
        available: paise,
        held: paise,
        reward: paise,
        /** Credit for platform fees and backtests, bought with top-ups. */
        credit: paise,
        wallets: z.array(z.object({ wallet_id: walletId, name: z.string(), balance: z.int() })),
        limits: z.object({
          add: z.object({ least: paise, most: paise, validMinutes: z.int() }),
          transfer: z.object({ least: paise, most: paise, leftToday: paise }),
          withdraw: z.object({ least: paise, most: paise, leftToday: paise }),
        }),
        /** Why nothing can be withdrawn now, as a sentence; null when it can. */
        withdrawRefusal: z.string().nullable(),
        activation: z.object({ price: paise, gst: paise, isActive: z.boolean() }),
        isSandbox: z.boolean(),
        /** The newest request that can still be paid; null for none. */
        openPayment: z.object({ intentId: id, amount: paise, expiresAt: instant }).nullable(),
      }),
    ),
  }),
  usdt: post('/userapi/mywalletusdt', {
    right: read('Wallet'),
    output: z.lazy(() => z.object({ balance: microUsdt, entries: z.int() })),
  }),
  history: post('/userapi/mywallethistory', {
    right: read('Wallet'),
    input: () =>
      z.object({
        ...historyInput,
        wallet_id: walletId.default(0),
        displayMode: z.literal('wallet').default('wallet'),
      }),
    output: z.lazy(() =>
      z.object({
        wallet_transaction_list: z.array(WalletEntrySchema),
        wallet_id: walletId,
        /** Sums of all lines: before the days asked for, and up to their end. Type and search do not narrow them. */
        opening: z.int(),
        closing: z.int(),
        ...historyEcho,
      }),
    ),
  }),
  bankHistory: post('/userapi/mywallethistoryTransferBank', {
    right: read('Wallet'),
    input: () => z.object({ ...historyInput, displayMode: z.literal('bank').default('bank') }),
    output: z.lazy(() => z.object({ wallet_transaction_list: z.array(WithdrawalSchema), ...historyEcho })),
  }),
  add: post('/userapi/addWallet', {
    right: manage('Wallet'),
    input: () => z.object({ amount: positivePaise, upiId }),
    output: PaymentIntentSchema,
    money: 'ledger',
  }),
  paymentStatus: post('/userapi/paymentstatus', {
    right: read('Wallet'),
    input: () => z.object({ intentId: id }),
    output: PaymentIntentSchema,
  }),
  /** Order to the built-in payment sandbox; a real provider has no such call (404). */
  sandbox: post('/userapi/paymentsandbox', {
    right: manage('Wallet'),
    input: () =>
      z.object({
        reference: z.string().trim().min(1).max(40),
        action: z.enum(['confirm', 'confirm-twice', 'confirm-late', 'wrong-amount', 'fail', 'wait']),
      }),
    output: z.object({}),
  }),
  findRecipient: post('/userapi/findrecipient', {
    right: manage('Wallet'),
    input: () => z.object({ to: recipient }),
    output: z.lazy(() => z.object({ name: z.string(), phone: z.string(), email: z.string() })),
  }),
  transfer: post('/userapi/transferWalletFund', {
    right: manage('Wallet'),
    input: () => z.object({ to: recipient, amount: positivePaise, note: shownLine(140).default('') }),
    output: z.lazy(() => z.object({ reference: z.string(), available: paise, to: z.string() })),
    money: 'ledger',
    stepUp: 'above-limit',
  }),
  withdraw: post('/userapi/withdrawalPayment', {
    right: manage('Wallet'),
    input: () => z.object({ amount: positivePaise }),
    output: WithdrawalSchema,
    money: 'ledger',
    stepUp: 'above-limit',
  }),
  topUps: post('/userapi/getTopUpList', {
    right: read('Wallet'),
    output: z.lazy(() =>
      z.object({
        list: z.array(
          z.object({
            packageId: z.string(),
            name: z.string(),
            /** Paise before GST. */
            price: paise,
            gst: paise,
            /** Credit it gives, at least its price. */
            credit: paise,
          }),
        ),
        credit: paise,
      }),
    ),
  }),
  topUp: post('/userapi/topUpAccount', {
    right: manage('Wallet'),
    input: () => z.object({ packageId: z.string().trim().min(1).max(40) }),
    output: z.lazy(() => z.object({ reference: z.string(), credit: paise, available: paise })),
    money: 'ledger',
  }),
  /** Move the whole reward wallet to the main one. From there it can be spent, sent or withdrawn. */
  claimRewards: post('/userapi/claimrewards', {
    right: manage('Wallet'),
    output: z.lazy(() => z.object({ reference: z.string(), amount: paise, available: paise })),
    money: 'ledger',
  }),
  activate: post('/userapi/activeAccount', {
    right: manage('Wallet'),
    output: z.lazy(() => z.object({ reference: z.string(), available: paise })),
    money: 'ledger',
  }),
};
