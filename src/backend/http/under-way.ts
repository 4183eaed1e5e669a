import type { CallId } from '../../shared/contract/index.ts';
import { Refusal } from '../refusal.ts';

/** Costly calls of one kind that everybody together may have under way; each holds its request in memory. */
const MOST_OF_ALL = 8;

/** A costly call on its connection. */
export interface Exchange {
  /** Whether its client is waited for: to send the rest of the request, or to take the answer. */
  waitsForClient(): boolean;
  /** Bytes that have gone over the connection for it, both ways. */
  bytes(): number;
  /** Ends its connection. */
  end(): void;
}

interface Place {
  readonly exchange: Exchange;
  readonly since: number;
  readonly giveBack: () => void;
}

/** Bytes a millisecond since it began. */
const rateOf = ({ exchange, since }: Place): number =>
  exchange.bytes() / Math.max(1, performance.now() - since);

/**
 * Counts costly calls while they are under way. Where everybody together has too many, who comes takes the place of the
 * slowest client: somebody who sends no more, or does not read the answer, keeps nobody out.
 */
export class UnderWay {
  private readonly ofUser = new Map<string, number>();
  private readonly ofAll = new Map<CallId, Set<Place>>();

  /**
   * Occupy a place for a call. Returns the way to give it back (more than once does no harm).
   * @throws Refusal `rate` when the user has `atOnce` of it under way, `unavailable` when everybody together has too many
   */
  start(callId: CallId, userId: number, atOnce: number, exchange: Exchange): () => void {
    const key = `${userId} ${callId}`;
    if ((this.ofUser.get(key) ?? 0) >= atOnce)
      throw new Refusal(
        'rate',
        'One of these is under way for you already. Wait for its end, and try again.',
      );
    const places = this.ofAll.get(callId) ?? new Set();
    if (places.size >= MOST_OF_ALL) endSlowest(places);
    this.ofAll.set(callId, places);
    this.ofUser.set(key, (this.ofUser.get(key) ?? 0) + 1);
    const place: Place = {
      exchange,
      since: performance.now(),
      giveBack: () => {
        if (!places.delete(place)) return;
        const left = (this.ofUser.get(key) ?? 1) - 1;
        if (left === 0) this.ofUser.delete(key);
        else this.ofUser.set(key, left);
      },
    };
    places.add(place);
    return place.giveBack;
  }
}

const endSlowest = (places: ReadonlySet<Place>): void => {
  const waiting = [...places].filter(({ exchange }) => exchange.waitsForClient());
  const slowest = waiting.reduce<Place | null>(
    (found, place) => (found && rateOf(found) <= rateOf(place) ? found : place),
    null,
  );
  if (!slowest) throw new Refusal('unavailable', 'Many people are doing this now. Try again in a minute.');
  slowest.giveBack();
  slowest.exchange.end();
};
