import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../src/backend/create-backend.ts';
import { type AlertReceiver, startAlertReceiver } from '../support/alert-receiver.ts';
import { missingForHouse, type Stranger, TestHouse } from '../support/test-house.ts';
import { until } from '../support/until.ts';

const PROCESSES = 3;
const TOKEN = `123456789:${'A'.repeat(35)}`;

describe.skipIf(missingForHouse() !== null)('alerts in a house of several servers', () => {
  let house: TestHouse;
  let receiver: AlertReceiver;
  let people: Stranger[];
  let at = Date.parse('2030-01-07T10:00:00+05:30');

  beforeAll(async () => {
    receiver = await startAlertReceiver();
    house = await TestHouse.start(PROCESSES, { telegram: receiver.url });
    pause();
    people = [];
    for (let one = 0; one < 6; one++) people.push(await house.stranger());
    for (const [chat, { user }] of people.entries())
      await user.call('alertRules.saveChannel', {
        settings: { kind: 'telegram', token: TOKEN, chat: String(chat + 1) },
      });
  }, 180_000);
  afterAll(async () => {
    await house.dispose();
    await receiver.close();
  });

  const pause = () => {
    for (const { parts } of house.servers) parts.marketRuns.simulated.session.pause();
  };
  const runOf = ({ parts }: Backend) => parts.marketRuns.simulated;
  /** Lets a price come on every server, a second later. */
  const tick = async (price: number): Promise<void> => {
    at += 1_000;
    for (const server of house.servers)
      server.parts.alertRules.onTicks(runOf(server), [{ symbol: 'ITC', price }], at);
    for (const server of house.servers) await server.parts.alertRules.settled(runOf(server));
  };
  const price = () => runOf(house.servers[0]!).session.lastPrice('ITC')?.price ?? 0;
  /** Chats by messages, in order. */
  const chats = () =>
    receiver.received.map(({ body }) => String((JSON.parse(body) as { chat_id: unknown }).chat_id)).sort();

  it('fire once and leave once, whichever server was told to watch them', async () => {
    for (const { user } of people)
      await user.call('alertRules.add', {
        mode: 'test',
        condition: { kind: 'price', symbol: 'ITC', when: 'above', price: price() + 100_00 },
        channels: ['telegram'],
      });
    await tick(price() + 100_00);
    await tick(price() + 101_00);
    await until('all messages', () => Promise.resolve(receiver.received.length >= people.length));
    for (const server of house.servers) await server.parts.deliveries.open();
    expect(chats()).toEqual(['1', '2', '3', '4', '5', '6']);
    for (const { user } of people)
      expect((await user.call('alertRules.log', {})).firings).toMatchObject([
        { deliveries: [{ state: 'delivered', mayBeTwice: false }] },
      ]);
  });

  it('are watched and sent by the server that takes a place over, and those of others nowhere twice', async () => {
    receiver.received.length = 0;
    for (const { user } of people)
      await user.call('alertRules.add', {
        mode: 'test',
        condition: { kind: 'price', symbol: 'ITC', when: 'above', price: price() + 200_00 },
        channels: ['telegram'],
        repeat: 're-armed',
      });
    const [first] = people;
    await house.close([first!.owner]);
    await Promise.all([(await house.add(PROCESSES)).prepared]);
    pause();
    for (const server of house.servers) await server.parts.alertRules.open();
    await tick(price() + 200_00);
    await until('all messages', () => Promise.resolve(receiver.received.length >= people.length));
    await tick(price() + 201_00);
    for (const server of house.servers) await server.parts.deliveries.open();
    expect(chats()).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});
