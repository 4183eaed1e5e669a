import type { CallId } from '../../shared/contract/index.ts';
import { Refusal } from '../refusal.ts';

/** Costly calls of one kind that everybody together may have under way; each holds its request in memory. */
const MOST_OF_ALL = 8;

/** Counts costly calls while they are under way. */
export class UnderWay {
  private readonly ofUser = new Map<string, number>();
  private readonly ofAll = new Map<CallId, number>();

  /**
   * Takes a place for a call; answers how to give it back (more than once does no harm).
   * @throws Refusal `rate` when the user has `atOnce` of it under way, `unavailable` when everybody together has too many
   */
  begin(callId: CallId, userId: number, atOnce: number): () => void {
    const key = `${userId} ${callId}`;
    const [own, all] = [this.ofUser.get(key) ?? 0, this.ofAll.get(callId) ?? 0];
    if (own >= atOnce)
      throw new Refusal(
        'rate',
        'One of these is under way for you already. Wait for its end, and try again.',
      );
    if (all >= MOST_OF_ALL)
      throw new Refusal('unavailable', 'Many people are doing this now. Try again in a minute.');
    this.ofUser.set(key, own + 1);
    this.ofAll.set(callId, all + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      take(this.ofUser, key);
      take(this.ofAll, callId);
    };
  }
}

const take = <K>(counts: Map<K, number>, key: K): void => {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
};
