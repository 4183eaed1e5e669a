import type { AlertChannels, AlertFiring, AlertRule } from '../../shared/contract/alert-rules.ts';

/** An alert rule that is watched. */
export const alertRule: AlertRule = {
  ruleId: 7,
  mode: 'test',
  condition: { kind: 'price', symbol: 'NIFTY', when: 'above', price: 24_600_00 },
  sentence: 'NIFTY is at or above 24,600.00.',
  now: { text: '24,580.00', at: '2026-11-20T10:05:00+05:30' },
  repeat: 'once',
  timeframe: null,
  until: null,
  note: 'Sell half.',
  channels: ['telegram'],
  isUrgent: false,
  state: 'armed',
  reason: '',
  fired: 0,
  lastFiredAt: null,
  createdAt: '2026-11-20T10:00:00+05:30',
};

/** A firing of it, of which one channel has tried twice. */
export const alertFiring: AlertFiring = {
  firingId: 70,
  ruleId: 7,
  mode: 'test',
  at: '2026-11-20T10:05:15+05:30',
  writtenAt: '2026-11-20T10:05:15+05:30',
  title: 'Price alert: NIFTY at 24,601.00',
  body: 'NIFTY is at or above 24,600.00. Sell half.',
  deliveries: [
    {
      ...{ channel: 'telegram', state: 'delivered', attempts: 2, mayBeTwice: true, problem: '' },
      deliveredAt: '2026-11-20T10:05:25+05:30',
    },
  ],
};

/** Channels of which one is set up. */
export const alertChannels: AlertChannels = {
  channels: [
    {
      ...{ channel: 'telegram', isSetUp: true, shown: '4711', problem: '', failingSince: null, waiting: 0 },
      settings: { kind: 'telegram', chat: '4711' },
    },
    ...(['ntfy', 'email', 'webhook'] as const).map((channel) => ({
      ...{ channel, isSetUp: false, shown: '', settings: null, problem: '', failingSince: null, waiting: 0 },
    })),
  ],
  hidesAmounts: false,
  quiet: null,
};
