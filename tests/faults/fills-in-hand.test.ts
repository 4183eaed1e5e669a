import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople, type LivePerson, PRICE } from '../support/live-person.ts';

/** Fills that cross a wish to close everything: an entry is filled before its cancellation is there. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

/** Time until the broker reports a fill, ms. Its answer to what came too late is there before. */
const REPORTED_MS = 250;

/** An entry rests, and is filled before the next cancellation is there. */
const crossing = async (symbol: string): Promise<LivePerson> => {
  const person = await people.person(symbol);
  await people.restingEntry(person);
  const { broker } = people.links;
  const { cancel } = broker;
  broker.cancel = (ref) => {
    broker.cancel = cancel;
    broker.moveTo(PRICE, symbol);
    setTimeout(() => void people.sync(person.run), REPORTED_MS);
    return cancel.call(broker, ref);
  };
  return person;
};

/** Rest in the account and here, once all sent is filled. */
const left = async (person: LivePerson) => {
  await people.fill(person);
  await people.fill(person);
  const held = person.run.execution.openPositions().map(({ symbol, quantity }) => ({ symbol, quantity }));
  return { net: people.net(person.symbol), held };
};

it('the kill switch closes what an entry brings while it is being cancelled', async () => {
  const person = await crossing('SBIN');
  const { body } = await person.user.ask('live.killSwitch', { action: 'stop', flatten: true });
  expect(body.message).toBe('All live trading is stopped. Everything that is open is being closed.');
  expect(await left(person)).toEqual({ net: 0, held: [] });
});

it('Sell closes what an entry brings while it is being cancelled', async () => {
  const person = await crossing('INFY');
  const { strategyId } = person;
  const { body } = await person.user.ask('strategies.sell', { strategyId });
  expect(body.message).toBe('Live INFY is stopped; one position is being sold.');
  expect(await left(person)).toEqual({ net: 0, held: [] });
});

it('Stop says what an entry brings while it is being cancelled', async () => {
  const person = await crossing('TCS');
  const { strategyId } = person;
  const { body } = await person.user.ask('strategies.stop', { strategyId });
  expect(body.message).toBe('Live TCS is stopped. One position stays open, with a stop-loss.');
});
