import { RateLimiter } from './rate-limiter.ts';
import { systemTiming } from './timing.ts';

/** Most accounts whose calls are remembered; the one that was asked for longest ago goes first. */
const MOST_ACCOUNTS = 1_000;

/** One limiter for each account, by its API key: the broker counts all calls of an account, whoever makes them. */
export class AccountLimiters {
  private readonly limiters = new Map<string, RateLimiter>();

  of(apiKey: string): RateLimiter {
    const limiter = this.limiters.get(apiKey) ?? new RateLimiter(systemTiming);
    this.limiters.delete(apiKey);
    this.limiters.set(apiKey, limiter);
    const [oldest] = this.limiters.keys();
    if (this.limiters.size > MOST_ACCOUNTS && oldest !== undefined) this.limiters.delete(oldest);
    return limiter;
  }
}
