import { afterEach, beforeEach, expect, it } from 'vitest';
import { PaymentDesk } from '../../src/backend/payments/payment-desk.ts';
import type { PaymentProvider, ProviderEvent } from '../../src/backend/payments/payment-provider.ts';
import { signatureOf } from '../../src/backend/payments/signed-callback.ts';
import { MoneyDesk } from '../support/money-desk.ts';

const SECRET = 'shared with the provider';
let money: MoneyDesk;
beforeEach(async () => {
  money = await MoneyDesk.open();
});
afterEach(() => money.dispose());

const deskOf = (watch: PaymentProvider['watch'] = () => undefined): PaymentDesk =>
  new PaymentDesk({
    database: money.database,
    clock: money.clock,
    ledger: money.ledger,
    hub: money.hub,
    notify: money.notify,
    logActivity: money.logActivity,
    logger: money.logger,
    provider: {
      isSandbox: false,
      payee: { upiId: 'desk@bank', name: 'Desk' },
      secret: SECRET,
      start: () => undefined,
      open: () => Promise.resolve({ deepLink: 'upi://pay' }),
      watch,
      payOut: () => undefined,
      close: () => Promise.resolve(),
    },
  });

it('a payment that is told of before its request is written is credited when it is told of again', async () => {
  const user = await money.person();
  const desk = deskOf();
  const tell = (event: ProviderEvent): Promise<void> => {
    const body = Buffer.from(JSON.stringify(event));
    return desk.takeMessage(signatureOf(SECRET, money.now, body), body);
  };
  const prepared = await desk.prepare(500_00, 'asha@okbank');
  const told: ProviderEvent = {
    eventId: 'evt_1',
    about: 'payment',
    reference: prepared.reference,
    outcome: 'done',
    amount: 500_00,
  };
  // Refused or taken: a provider that is not sure tells it again, with the same id.
  await tell(told).catch(() => undefined);
  await money.database.write((tx) => desk.open(tx, user, prepared));
  await tell(told);
  expect((await money.balances(user)).available).toBe(500_00);
});
