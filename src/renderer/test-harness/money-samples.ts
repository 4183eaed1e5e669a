import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { Invoice, Purchase, Subscription } from '../../shared/contract/subscription.ts';
import type { team, TeamMember } from '../../shared/contract/team.ts';
import type { PaymentIntent, wallet, WalletEntry, Withdrawal } from '../../shared/contract/wallet.ts';
import type { Scripts } from './fake-bridge.ts';

type Wallet = OutputOf<(typeof wallet)['mine']>;
type Team = OutputOf<(typeof team)['mine']>;
type Reward = OutputOf<(typeof team)['rewards']>['wallet_transaction_list'][number];

export const myWalletSample = (change: Partial<Wallet> = {}): Wallet => ({
  available: 12_34_550,
  held: 50_000,
  reward: 0,
  credit: 20_000,
  wallets: [
    { wallet_id: 0, name: 'Main', balance: 12_34_550 },
    { wallet_id: 1, name: 'Held', balance: 50_000 },
    { wallet_id: 2, name: 'Reward', balance: 0 },
    { wallet_id: 3, name: 'USDT', balance: 0 },
  ],
  limits: {
    add: { least: 10_000, most: 1_00_00_000, validMinutes: 15 },
    transfer: { least: 1_000, most: 50_00_000, leftToday: 50_00_000 },
    withdraw: { least: 50_000, most: 1_00_00_000, leftToday: 1_00_00_000 },
  },
  withdrawRefusal: null,
  openPayment: null,
  activation: { price: 99_900, gst: 17_982, isActive: false },
  isSandbox: true,
  ...change,
});

export const intent = (change: Partial<PaymentIntent> = {}): PaymentIntent => ({
  intentId: 41,
  reference: 'PAY4K2M9',
  amount: 1_00_000,
  upiId: 'asha.rao@okbank',
  state: 'pending',
  message: 'Waiting for the payment.',
  createdAt: '2026-11-20T14:32:00+05:30',
  expiresAt: '2099-11-20T14:47:00+05:30',
  deepLink: 'upi://pay?pa=trickdesk@sandbox&pn=TrickDesk%20sandbox&am=1000.00&cu=INR&tr=PAY4K2M9&tn=Wallet',
  payee: { upiId: 'trickdesk@sandbox', name: 'TrickDesk sandbox' },
  isSandbox: true,
  ...change,
});

export const entry = (entryId: number, change: Partial<WalletEntry> = {}): WalletEntry => ({
  entryId,
  at: '2026-11-20T12:04:09+05:30',
  kind: 'added',
  title: 'Money added',
  note: '',
  type: 'C',
  amount: 1_00_000,
  balance: 12_34_550,
  reference: `TR${entryId}`,
  counterparty: null,
  ...change,
});

export const withdrawal = (withdrawalId: number, change: Partial<Withdrawal> = {}): Withdrawal => ({
  withdrawalId,
  at: '2026-11-19T10:00:00+05:30',
  amount: 50_000,
  state: 'held',
  accountLast4: '4321',
  ifsc: 'HDFC0001234',
  reference: `WD${withdrawalId}`,
  message: 'On its way to the bank.',
  settledAt: null,
  isSandbox: true,
  ...change,
});

export const subscription = (subscriptionId: number, change: Partial<Subscription> = {}): Subscription => ({
  subscriptionId,
  planId: 'plus',
  kind: 'backtest',
  name: 'Plus',
  price: 29_900,
  gst: 5_382,
  state: 'active',
  startedAt: '2026-11-01T10:00:00+05:30',
  paidUntil: '2026-12-01T10:00:00+05:30',
  graceUntil: null,
  isRenewing: true,
  message: 'Renews on 01-12-2026.',
  ...change,
});

export const purchase = (transactionId: number, change: Partial<Purchase> = {}): Purchase => ({
  transactionId,
  at: '2026-11-01T10:00:00+05:30',
  kind: 'backtest',
  text: 'Plus',
  total: 35_282,
  gst: 5_382,
  state: 'paid',
  message: '',
  reference: `BUY${transactionId}`,
  invoiceNumber: `TD/2026-27/00000${transactionId}`,
  canRetry: false,
  ...change,
});

export const invoiceSample = (change: Partial<Invoice> = {}): Invoice => ({
  number: 'TD/2026-27/000007',
  at: '2026-11-01T10:00:00+05:30',
  seller: {
    name: 'TrickDesk Sandbox Pvt Ltd',
    address: '1 Market Road, Bengaluru',
    gstin: '29AAAAA0000A1Z5',
    state: 'Karnataka',
  },
  buyer: { name: 'Asha Rao', email: 'asha@example.in', address: '4 Lake View, Mysuru', state: 'Karnataka' },
  lines: [{ text: 'Plus', sac: '998314', taxable: 29_900 }],
  taxable: 29_900,
  gstPercent: 18,
  cgst: 2_691,
  sgst: 2_691,
  igst: 0,
  total: 35_282,
  isSandbox: true,
  ...change,
});

export const memberSample = (id: number, change: Partial<TeamMember> = {}): TeamMember => ({
  id,
  fullName: `Ravi Kumar ${id}`,
  phone: '98••••••10',
  email: 'r••••@example.in',
  joinedAt: '2026-10-02T09:00:00+05:30',
  level: 1,
  designation_level: 0,
  isActive: true,
  isTradeactive: false,
  isRoboactive: false,
  volume: 1_29_800,
  members: 2,
  sponsor: 'Asha Rao',
  ...change,
});

export const teamSample = (change: Partial<Team> = {}): Team => ({
  referralCode: 'ASHA7K2Q',
  inviteLink: 'trickdesk://open/register?code=ASHA7K2Q',
  sponsor: 'Meera Iyer',
  direct: 3,
  indirect: 5,
  active: 4,
  volume: 5_20_000,
  rewards: 40_000,
  levels: [
    { level: 1, members: 3, active: 3, volume: 3_00_000, percent: 10 },
    { level: 2, members: 4, active: 1, volume: 2_20_000, percent: 5 },
    { level: 4, members: 1, active: 0, volume: 0, percent: 0 },
  ],
  designation: { level: 0, name: 'Associate' },
  next: { level: 1, name: 'Bronze', direct: 5, members: 5, missingDirect: 2, missingMembers: 1 },
  ...change,
});

export const rewardSample = (entryId: number, change: Partial<Reward> = {}): Reward => ({
  ...entry(entryId, { kind: 'reward', title: 'Reward', amount: 2_990, balance: 40_000 }),
  level: 1,
  fromName: 'R••• K•••',
  percent: 10,
  paid: 29_900,
  ...change,
});

type PageInput = { pageNumber?: number; pageSize?: number } | undefined;
const page = (input: PageInput) => ({
  pageNumber: input?.pageNumber ?? 1,
  pageSize: input?.pageSize ?? 12,
});
const dated = (
  input: { from_date?: string; to_date?: string; type?: 'A' | 'C' | 'D' } & NonNullable<PageInput>,
) => ({
  ...page(input),
  from_date: input.from_date ?? null,
  to_date: input.to_date ?? null,
  type: input.type ?? ('A' as const),
});

/** Answers about money and team of a user who has both. */
export const scriptedMoney = (): Scripts => ({
  'wallet.mine': () => myWalletSample(),
  'wallet.usdt': () => ({ balance: 0, entries: 0 }),
  'wallet.history': (input = {}) => ({
    wallet_transaction_list: [
      entry(12),
      entry(11, {
        kind: 'sent',
        title: 'Sent',
        note: 'Lunch',
        type: 'D',
        amount: -25_050,
        balance: 11_34_550,
      }),
      entry(10, { amount: 5_00_000, balance: 11_59_600 }),
    ],
    wallet_id: input.wallet_id ?? 0,
    opening: 6_59_600,
    closing: 12_34_550,
    total: 30,
    ...dated(input),
  }),
  'wallet.bankHistory': (input = {}) => ({
    wallet_transaction_list: [
      withdrawal(3),
      withdrawal(2, {
        state: 'settled',
        message: '₹500.00 has reached the account ending in 4321.',
        settledAt: '2026-11-10T10:02:00+05:30',
      }),
      withdrawal(1, { state: 'returned', message: 'The bank refused it.' }),
    ],
    total: 3,
    ...dated(input),
  }),
  'wallet.topUps': () => ({
    list: [
      { packageId: 'credit-500', name: 'Small', price: 50_000, gst: 9_000, credit: 50_000 },
      { packageId: 'credit-1000', name: 'Medium', price: 1_00_000, gst: 18_000, credit: 1_05_000 },
    ],
    credit: 1_05_000,
  }),
  'wallet.paymentStatus': () => intent(),
  'wallet.add': () => intent(),
  'wallet.sandbox': () => ({}),
  'wallet.findRecipient': () => ({ name: 'R••• K•••', phone: '98••••••10', email: 'r••••@example.in' }),
  'subscription.mine': () => ({
    subscriptionDetails: {
      subscriptions: [subscription(5)],
      usage: { used: 184, left: 16, runsPerMonth: 200, resetsAt: '2026-12-01T00:00:00+05:30' },
      tradePlans: [
        {
          planId: 'trade-month',
          kind: 'trade',
          name: 'Trade activation, 30 days',
          price: 49_900,
          gst: 8_982,
          days: 30,
          runsPerMonth: null,
          isCurrent: false,
        },
      ],
      isTradeactive: false,
      isActive: false,
    },
  }),
  'subscription.transactions': (input) => ({
    transactionDetails: [
      purchase(8, {
        text: 'Pro',
        state: 'failed',
        message: 'Your wallet had not enough money.',
        invoiceNumber: null,
        canRetry: true,
      }),
      purchase(7),
    ],
    total: 2,
    ...page(input),
  }),
  'subscription.invoice': () => invoiceSample(),
  'team.mine': () => teamSample(),
  'team.direct': (input) => ({
    rows: [memberSample(21), memberSample(22, { isActive: false, designation_level: 1 })],
    total: 2,
    ...page(input),
  }),
  'team.indirect': (input) => ({
    rows: [
      memberSample(1, { fullName: 'Asha Rao', level: 0 }),
      memberSample(31, { level: 2, sponsor: 'Ravi Kumar 21' }),
      memberSample(32, { level: 4, sponsor: 'Ravi Kumar 31' }),
    ],
    total: 2,
    ...page(input),
  }),
  'team.rewards': (input) => ({
    wallet_transaction_list: [rewardSample(52), rewardSample(51, { level: 2, percent: 5, amount: 1_495 })],
    total: 2,
    earned: 40_000,
    ...page(input),
  }),
  'profile.person': ({ id }) => ({
    id,
    fullName: `Ravi Kumar ${id}`,
    email: 'r••••@example.in',
    phone: '98••••••10',
    joinedAt: '2026-10-02T09:00:00+05:30',
    designation_level: 0,
    isActive: true,
    isTradeactive: false,
    isRoboactive: false,
    isSelf: false,
  }),
});
