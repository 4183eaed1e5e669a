import { expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { buyAndHold } from '../../../tests/support/rule-samples.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { istDayStart } from '../../shared/time.ts';
import { keepSymbolChanges } from '../market/symbol-changes/kept-symbol-changes.ts';
import { adjustmentsOf } from './price-adjustment.ts';
import type { CandleOrder } from './run-order.ts';

const house = runningHouse();

const orderOf = (document: object): CandleOrder => ({
  ...{ document: RuleDocumentSchema.parse(document), ownerId: 1, source: 'replay' },
  ...{ fromDay: '2025-01-01', toDay: '2025-12-31', before: istDayStart('2026-01-01') },
});

it('a run says that a share which its rules read has another symbol, and no prices since', async () => {
  const change = { before: 'ZOMATO', after: 'ETERNAL', day: '2025-04-09' };
  await house.database.write(1, (tx) => keepSymbolChanges(tx, 1, [change]));
  const traded = await adjustmentsOf(house.database.read, orderOf(buyAndHold('ZOMATO')));
  expect(traded).toEqual([
    'ZOMATO is traded as ETERNAL from 09-04-2025, and has no prices of its own since.',
  ]);
  const close = { kind: 'price', field: 'close' } as const;
  const entry = { kind: 'compare', left: { ...close, instrument: 'ZOMATO' }, operator: '>', right: close };
  expect(await adjustmentsOf(house.database.read, orderOf({ ...buyAndHold('ITC'), entry }))).toEqual(traded);
});
