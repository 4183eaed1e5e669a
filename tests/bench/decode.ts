import { createRequire } from 'node:module';
import { TickReader } from '../../src/backend/brokers/angel-one/tick-reader.ts';
import type { BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import { encodePacket } from '../angel-one/packets.ts';
import { type Row, sideBySide } from './measure.ts';

const TOKENS = 1_000;
const OURS_ROUNDS = 500;
const PEER_ROUNDS = 1;
const SECOND_MS = 1_000;

interface OfficialSocket {
  connect(): Promise<unknown>;
  on(event: 'tick', listener: (tick: unknown) => void): void;
}
/** Socket as the official client uses it; the bench puts messages in where the network would. */
interface SocketStub {
  onmessage?: (event: { readonly data: Buffer }) => void;
}

const quotes = (): Buffer[] =>
  Array.from({ length: TOKENS }, (_, index) =>
    encodePacket(2, {
      segment: 1,
      token: String(index + 1),
      sequence: index,
      exchangeTime: 1_792_998_900_000 + index,
      price: 81_245 + index,
      lastQuantity: 25,
      averagePrice: 81_190,
      volume: 4_512_345 + index,
      totalBuyQuantity: 839_549,
      totalSellQuantity: 1_284_767,
      open: 80_900,
      high: 81_500,
      low: 80_650,
      close: 80_875,
      lastTradeTime: 0,
      openInterest: 0,
      upperCircuit: 0,
      lowerCircuit: 0,
      yearHigh: 0,
      yearLow: 0,
      buy: [],
      sell: [],
    }),
  );

const instrument = (token: string): BrokerInstrument => ({
  symbol: `S${token}`,
  exchange: 'NSE',
  token,
  tradingSymbol: `S${token}-EQ`,
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
});

/** The decoder of `smartapi-javascript`, fed through the socket that it opens. */
const officialDecoder = (): { decode: (bytes: Buffer) => void; seen: () => number; last: () => unknown } => {
  const load = createRequire(import.meta.resolve('smartapi-javascript'));
  const stubs: SocketStub[] = [];
  const replace = (name: string, exports: unknown): void => {
    const id = load.resolve(name);
    load.cache[id] = { id, filename: id, loaded: true, exports } as NodeJS.Module;
  };
  replace('ws', function (this: SocketStub) {
    stubs.push(this);
  });
  const timers = { setInterval: globalThis.setInterval };
  // It looks at its connection every five seconds for ever, which would keep the bench from ending.
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) =>
    timers.setInterval(...args).unref()) as typeof setInterval;
  const Official = load('./websocket2.0.js') as new (options: object) => OfficialSocket;
  const socket = new Official({ clientcode: 'A1', jwttoken: 'j', apikey: 'k', feedtype: 'f' });
  let count = 0;
  let last: unknown = null;
  socket.on('tick', (tick) => {
    count++;
    last = tick;
  });
  void socket.connect();
  globalThis.setInterval = timers.setInterval;
  return { decode: (data) => stubs[0]?.onmessage?.({ data }), seen: () => count, last: () => last };
};

/** Quote packets a second on one core: bytes to ticks, beside the official client's decoder. */
export const decode = async (): Promise<Row[]> => {
  const packets = quotes();
  const reader = new TickReader();
  reader.watch(packets.map((_, index) => instrument(String(index + 1))));
  let ticks = 0;
  const perSecond = (rounds: number, work: (bytes: Buffer) => void): Promise<number> => {
    const start = performance.now();
    for (let round = 0; round < rounds; round++) for (const bytes of packets) work(bytes);
    return Promise.resolve(((rounds * packets.length) / (performance.now() - start)) * SECOND_MS);
  };
  const ours = () =>
    perSecond(OURS_ROUNDS, (bytes) => {
      if (reader.read(bytes)) ticks++;
    });
  const official = officialDecoder();
  const peer = () => perSecond(PEER_ROUNDS, official.decode);
  await ours();
  const row = await sideBySide(
    'quote packets decoded a second (peer: the decoder of smartapi-javascript; more is better)',
    '/s',
    ours,
    peer,
  );
  const price = String((official.last() as { last_traded_price?: string } | null)?.last_traded_price);
  if (
    ticks !== OURS_ROUNDS * TOKENS * 6 ||
    official.seen() !== PEER_ROUNDS * TOKENS * 5 ||
    price !== String(81_245 + TOKENS - 1)
  )
    return [{ name: row.name, skipped: 'one of the two did not read every packet' }];
  return [row];
};
