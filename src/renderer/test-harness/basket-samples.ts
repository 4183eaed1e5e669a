import type {
  BasketConstituent,
  BasketOffer,
  BasketPreview,
  HeldBasket,
  InstrumentHolding,
} from '../../shared/contract/baskets.ts';
import type { Scripts } from './fake-bridge.ts';

/** Sample baskets of the contract for tests: realistic, and changed by what a test cares about. */
export const offer = (more: Partial<BasketOffer> = {}): BasketOffer => ({
  basketId: 1,
  name: 'Bank Five',
  summary: 'Five large banks in equal parts.',
  author: { authorId: 2, name: 'Arjun Rao' },
  isMine: false,
  isHeld: false,
  heldModes: [],
  rebalance: 'quarterly',
  constituents: 2,
  minimumAmount: 12_300_00,
  source: 'simulated',
  returnPercent: 8.4,
  from: '2025-11-03',
  levels: [100, 104, 108.4],
  ...more,
});

export const heldBasket = (more: Partial<HeldBasket> = {}): HeldBasket => ({
  basketId: 1,
  strategyId: 71,
  name: 'Bank Five',
  mode: 'test',
  source: 'simulated',
  state: 'held',
  openedAt: '2026-11-20T09:30:00+05:30',
  value: 1_02_000_00,
  cash: 1_100_00,
  quantity: 100,
  invested: 1_00_000_00,
  pnl: 2_000_00,
  returnPercent: 2,
  charges: 240_00,
  chargesToCome: 190_00,
  closedPnl: 0,
  nextRebalance: '2027-01-01',
  isRebalanceDue: false,
  sip: null,
  askedSips: [],
  attention: null,
  ...more,
});

export const heldInstrument = (more: Partial<InstrumentHolding> = {}): InstrumentHolding => ({
  symbol: 'SBIN',
  name: 'State Bank of India',
  mode: 'test',
  source: 'simulated',
  runId: 1,
  quantity: 50,
  averagePrice: 87_005,
  ltp: 88_010,
  value: 44_005_00,
  pnl: 502_50,
  chargesToCome: 61_20,
  parts: [],
  ...more,
});

export const constituent = (symbol: string, more: Partial<BasketConstituent> = {}): BasketConstituent => ({
  symbol,
  name: `${symbol} Bank`,
  sector: 'bank',
  targetWeight: 50,
  weightNow: 48.5,
  quantity: 50,
  averagePrice: 97_000,
  ltp: 99_000,
  ltpAt: '2026-11-20T10:00:00+05:30',
  value: 49_500_00,
  pnl: 1_000_00,
  problem: null,
  orders: [],
  ...more,
});

export const preview = (more: Partial<BasketPreview> = {}): BasketPreview => ({
  previewId: 31,
  basketId: 1,
  kind: 'rebalance',
  mode: 'test',
  source: 'simulated',
  amount: 0,
  madeAt: '2026-11-20T10:00:00+05:30',
  validUntil: '2026-11-20T10:05:00+05:30',
  orders: [
    {
      symbol: 'HDFCBANK',
      name: 'HDFC Bank',
      side: 'sell',
      quantity: 12,
      price: 99_000,
      value: 11_880_00,
      charges: 36_10,
    },
    {
      symbol: 'SBIN',
      name: 'State Bank of India',
      side: 'buy',
      quantity: 13,
      price: 88_000,
      value: 11_440_00,
      charges: 25_20,
    },
  ],
  unchanged: [],
  folded: [],
  problems: [],
  bought: 11_440_00,
  sold: 11_880_00,
  charges: 61_30,
  cashBefore: 1_100_00,
  cashLeft: 1_478_70,
  minimumAmount: null,
  ...more,
});

/** The details of a basket, held when a holding is given. */
export const detailsOf = (
  holding: HeldBasket | null,
  constituents: BasketConstituent[] = [constituent('HDFCBANK'), constituent('SBIN')],
) => ({
  detailsBasket: {
    offer: offer({ isHeld: holding !== null, heldModes: holding ? [holding.mode] : [] }),
    holding,
    constituents,
    history: [
      { day: '2026-11-18', level: 100 },
      { day: '2026-11-19', level: 101.5 },
    ],
    xirrPercent: null,
    fees: ['The basket itself costs nothing: no fee for entry, exit or management.'],
    flows: [],
    sipRuns: [],
  },
});

/** Answers of somebody who holds no basket. */
export const scriptedBaskets = (): Scripts => ({
  'baskets.mine': () => ({
    myBaskets: [],
    value: 0,
    invested: 0,
    pnl: 0,
    live: null,
    source: 'simulated',
    rebalanceDue: 0,
    asOf: '2026-11-20T10:00:00+05:30',
  }),
  'baskets.list': (input) => ({
    listBasket: [offer(), offer({ basketId: 2, name: 'Technology Five' })],
    pageNumber: input.pageNumber ?? 1,
    pageSize: input.pageSize ?? 12,
    total: 2,
    search: input.search ?? '',
  }),
  'baskets.details': () => detailsOf(null),
  'baskets.holdings': () => ({ listHoldings: [], asOf: '2026-11-20T10:00:00+05:30' }),
});
