import type { SeededLinks } from './seeded-link.ts';
import { ownLink } from './live-sample.ts';
import type { TestBackend, TestUser } from './test-backend.ts';
import { verifiedForWithdrawals } from './verified-user.ts';

export const BASKET_SHARES = ['ITC', 'SBIN', 'INFY'] as const;
export type BasketShare = (typeof BASKET_SHARES)[number];

/** Prices of a morning, paise. */
export const MORNING: Readonly<Record<BasketShare, number>> = { ITC: 400_00, SBIN: 800_00, INFY: 1_500_00 };

/** Somebody who may trade with real money, without a broker yet. */
export const mayTradeLive = async (server: TestBackend, user: TestUser): Promise<number> => {
  const { database } = server.backend.parts;
  await verifiedForWithdrawals(database, user.email);
  const { id } = await user.call('profile.mine', {});
  await database.write(id, (tx) =>
    tx.query.updateTable('users').set({ is_trade_active: 1 }).where('id', '=', id).execute(),
  );
  return id;
};

/**
 * A user's own basket of three shares, with account and prices. The account is at the broker, and so are the prices.
 */
export const addLiveBasket = async (
  server: TestBackend,
  user: TestUser,
  links: SeededLinks,
): Promise<{ userId: number; basketId: number; name: string }> => {
  const userId = await mayTradeLive(server, user);
  await user.call('live.link', ownLink());
  for (const symbol of BASKET_SHARES) links.broker.prices.set(symbol, MORNING[symbol]);
  const name = 'Three shares';
  const { basketId } = await user.call('baskets.add', {
    name,
    constituents: BASKET_SHARES.map((instrument, index) => ({
      instrument,
      weight: index === 0 ? 33.34 : 33.33,
    })),
  });
  return { userId, basketId, name };
};
