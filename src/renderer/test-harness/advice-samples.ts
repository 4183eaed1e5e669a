import type { AnalystCall, ProPlan, RiskProfile } from '../../shared/contract/advisors.ts';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { reports } from '../../shared/contract/reports.ts';
import type { strategies } from '../../shared/contract/strategies.ts';
import type { TradebookFill } from '../../shared/contract/tradebook.ts';
import type { Scripts } from './fake-bridge.ts';
import { statistics } from './samples.ts';

type Profit = OutputOf<(typeof strategies)['profit']>;
type TaxReport = OutputOf<(typeof reports)['tax']>;

export const proPlan = (planId: string, change: Partial<ProPlan> = {}): ProPlan => ({
  planId,
  name: 'Steady Shares',
  summary: 'Large shares held for days to weeks.',
  advisor: {
    name: 'Ananya Kulkarni',
    bio: 'Few trades, small positions.',
    registration: 'INH000000001',
    isExample: true,
  },
  risk: 'low',
  fee: 39_900,
  gst: 7_182,
  days: 30,
  strategies: [{ strategyId: 16, name: 'Nifty Leaders Trend', risk: 'low', minimumCapital: 1_00_00_000 }],
  trackRecord: { statistics: statistics(), equity: [0, 12_000, 9_000, 31_000] },
  isCurrent: false,
  suitability: { state: 'unknown', sentence: 'Answer the risk questions first.', acknowledgement: null },
  ...change,
});

export const riskProfile = (change: Partial<RiskProfile> = {}): RiskProfile => ({
  version: 1,
  score: 25,
  band: 'low',
  at: '2026-11-20T10:00:00+05:30',
  sentences: ['Your answers come to 25 of 100: the low band.'],
  suitablePlans: [{ planId: 'advisor-steady', name: 'Steady Shares' }],
  ...change,
});

export const analystCall = (callId: number, change: Partial<AnalystCall> = {}): AnalystCall => ({
  callId,
  strategyId: 12,
  strategyName: 'Nifty Slide',
  advisor: 'Zoya Merchant',
  symbol: 'NIFTY',
  side: 'short',
  at: '2026-11-20T11:05:00+05:30',
  entry: 24_50_000,
  stopLoss: 24_62_250,
  target: null,
  state: 'open',
  ltp: 24_40_000,
  exit: null,
  exitAt: null,
  reason: 'Entry rule',
  movePercent: 0.41,
  ...change,
});

export const profitSide = (change: Partial<Profit['test']> = {}): Profit['test'] => ({
  source: 'simulated',
  gross: 1_00_000,
  charges: 25_000,
  chargeItems: [
    { item: 'Brokerage', amount: 16_000 },
    { item: 'GST', amount: 9_000 },
  ],
  net: 75_000,
  basketsNet: 0,
  byStrategy: [
    {
      strategyId: 11,
      name: 'Opening range 11',
      isManual: false,
      capital: 50_00_000,
      gross: 90_000,
      charges: 15_000,
      net: 75_000,
      trades: 3,
    },
    {
      strategyId: 12,
      name: 'Opening range 12',
      isManual: false,
      capital: 1_00_00_000,
      gross: 10_000,
      charges: 10_000,
      net: 0,
      trades: 1,
    },
  ],
  byDay: [
    { day: '2026-11-16', gross: 60_000, charges: 10_000, net: 50_000, trades: 2 },
    { day: '2026-11-20', gross: 40_000, charges: 15_000, net: 25_000, trades: 2 },
  ],
  ...change,
});

export const taxReportSample = (change: Partial<TaxReport> = {}): TaxReport => ({
  financialYear: '2026-27',
  years: ['2026-27', '2025-26'],
  source: 'broker',
  buckets: [
    {
      taxClass: 'short-term',
      label: 'Short-term capital gain',
      disposals: 1,
      gains: 78_000,
      losses: 0,
      net: 78_000,
      deductible: 2_000,
      stt: 200,
      turnover: 78_000,
    },
  ],
  capitalGains: { shortTerm: 0, longTerm: 0, exemption: 0, tax: 0 },
  losses: [
    {
      label: 'Short-term capital gain',
      financialYear: '2025-26',
      amount: 1_02_000,
      used: 78_000,
      left: 24_000,
      lastYear: '2033-34',
    },
  ],
  lots: [
    {
      number: 1,
      symbol: 'ITC',
      label: 'Short-term capital gain',
      quantity: 4,
      boughtOn: '2026-04-10',
      soldOn: '2026-06-10',
      cost: 1_20_000,
      proceeds: 2_00_000,
      deductible: 2_000,
      stt: 200,
      gain: 78_000,
    },
  ],
  pageNumber: 1,
  pageSize: 12,
  total: 1,
  tradebook: { fills: 4, own: 0 },
  notes: ['Lots are matched first in, first out.'],
  csv: 'Financial year,Class\r\n2026-27,Short-term capital gain',
  ...change,
});

export const tradebookFill = (fillId: number, change: Partial<TradebookFill> = {}): TradebookFill => ({
  fillId,
  fileId: 3,
  broker: 'zerodha',
  symbol: 'ITC',
  exchange: 'NSE',
  kind: 'share',
  side: 'buy',
  quantity: 10,
  price: 40_050,
  at: '2026-04-10T10:00:00+05:30',
  hasTime: true,
  charges: null,
  ...change,
});

/** Answers about advisor plans and reports. */
export const scriptedAdvice = (): Scripts => ({
  'advisors.plans': () => ({
    proPlans: [proPlan('advisor-steady')],
    profile: null,
    disclosures: ['The advisors and their registration numbers are examples.'],
  }),
  'advisors.draft': (input) => ({
    version: 1,
    questions: [
      {
        questionId: 'fall',
        text: 'Your account falls by a fifth. What do you do?',
        help: 'Think of the last time.',
        options: [
          { optionId: 'leave', text: 'I take everything out' },
          { optionId: 'wait', text: 'I keep to the plan' },
        ],
      },
      {
        questionId: 'income',
        text: 'How sure is your income?',
        help: 'Whatever the market does.',
        options: [
          { optionId: 'none', text: 'I have none' },
          { optionId: 'steady', text: 'It is steady' },
        ],
      },
    ],
    answers: input?.answers ?? {},
    savedAt: null,
  }),
  'advisors.saveQuestionnaire': () => riskProfile(),
  'advisors.calls': (input) => ({
    ratradelist: [],
    plan: null,
    pageNumber: input?.pageNumber ?? 1,
    pageSize: input?.pageSize ?? 12,
    total: 0,
  }),
  'strategies.profit': () => ({
    test: profitSide(),
    live: profitSide({ source: 'broker', gross: 0, charges: 0, net: 0, byStrategy: [], byDay: [] }),
  }),
  'reports.tax': () => taxReportSample(),
  'tradebook.list': (input) => ({
    fills: [],
    files: [],
    pageNumber: input?.pageNumber ?? 1,
    pageSize: input?.pageSize ?? 12,
    total: 0,
  }),
});
