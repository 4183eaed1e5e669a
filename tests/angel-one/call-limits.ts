/** Calls a second, minute and hour by endpoint, as the broker states. The numbers of orders hold since 2026-04-01. */
const ORDERS = [10, 500, 1_000] as const;
const LIMITS: Readonly<Record<string, readonly number[]>> = {
  loginByPassword: [1],
  generateTokens: [1, Infinity, 1_000],
  getProfile: [3, Infinity, 1_000],
  logout: [1],
  getRMS: [2],
  batch: [10, 500, 5_000],
  getOrderBook: [1],
  getTradeBook: [1],
  getPosition: [1],
  getHolding: [1],
  quote: [10, 500, 5_000],
  createRule: [10, 500, 5_000],
  cancelRule: [10, 500, 5_000],
  ruleList: [10, 500, 5_000],
  getCandleData: [3, 180, 5_000],
};
const ORDER_CALLS = new Set(['placeOrder', 'modifyOrder', 'cancelOrder']);
const WINDOWS_MS = [1_000, 60_000, 3_600_000];

/** Counts calls over rolling windows, by client; placing, changing and cancelling together. */
export class CallLimits {
  private readonly calls = new Map<string, number[]>();

  /** Whether a call is one too many; if not, it is counted. */
  isExceeded(endpoint: string, now: number): boolean {
    const isOrder = ORDER_CALLS.has(endpoint);
    const limits = isOrder ? ORDERS : (LIMITS[endpoint] ?? []);
    const name = isOrder ? 'orders' : endpoint;
    const calls = this.calls.get(name) ?? [];
    const isOver = limits.some((limit, index) => {
      const since = now - (WINDOWS_MS[index] ?? 0);
      return calls.filter((at) => at > since).length >= limit;
    });
    if (!isOver) this.calls.set(name, [...calls, now]);
    return isOver;
  }
}
