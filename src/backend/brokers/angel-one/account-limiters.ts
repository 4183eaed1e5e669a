import { RateLimiter } from './rate-limiter.ts';
import { systemTiming } from './timing.ts';

/** Most accounts whose calls are remembered; the one that was asked for longest ago goes first. */
const MOST_ACCOUNTS = 1_000;

/**
 * One limiter for each account, by its client code: the broker counts all calls of an account, whoever makes them and
 * under whatever API key.
 */
export class AccountLimiters {
  private readonly limiters = new Map<string, RateLimiter>();

  of(clientCode: string): RateLimiter {
    const account = clientCode.trim().toUpperCase();
    const limiter = this.limiters.get(account) ?? new RateLimiter(systemTiming);
    this.limiters.delete(account);
    this.limiters.set(account, limiter);
    const [oldest] = this.limiters.keys();
    if (this.limiters.size > MOST_ACCOUNTS && oldest !== undefined) this.limiters.delete(oldest);
    return limiter;
  }
}
