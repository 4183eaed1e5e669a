import pino from 'pino';
import { expect, it } from 'vitest';
import type { AlertRuleRow } from '../db/schema.ts';
import { MarketAlerts } from './market-alerts.ts';
import type { RuleChange } from './rule-change.ts';

const ROW: AlertRuleRow = {
  ...{ id: 1, user_id: 7, mode: 'live', symbol: null, repeat: 'once', timeframe: null, until_day: null },
  condition_json: JSON.stringify({ kind: 'margin', amount: 100_00 }),
  ...{ note: '', channels_json: '[]', is_urgent: 0, language: 'en', state: 'armed', reason: '' },
  ...{ direction: null, state_at: 0, last_bar: null, fired: 0, last_fired_at: null },
  ...{ created_at: 1, updated_at: 1 },
};

it('a value that was read for a rule of before neither fires nor unwatches the rule that took its place', () => {
  const changes: RuleChange[] = [];
  const alerts = new MarketAlerts({
    candles: {
      logger: pino({ level: 'silent' }),
      history: { candlesBefore: () => Promise.resolve([]) },
      prepare: () => Promise.resolve(),
    },
    ...{ tickNameOf: (symbol) => symbol, previousClose: () => null, mayFire: () => true },
    ...{ isLive: true, now: () => 10, onChange: (change) => changes.push(change) },
  });
  alerts.add(ROW);
  const [before] = alerts.clockRules();
  // While the broker is asked, its owner changes it.
  alerts.add({ ...ROW, condition_json: JSON.stringify({ kind: 'margin', amount: 500_00 }), updated_at: 2 });
  alerts.onValue(before!, 200_00, 10);
  expect(changes).toEqual([]);
  const [now] = alerts.clockRules();
  alerts.onValue(now!, 600_00, 11);
  expect(changes).toMatchObject([{ ruleId: 1, version: 2, state: 'fired' }]);
});
