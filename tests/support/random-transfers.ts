import type { UserAccount } from '../../src/backend/db/account-kinds.ts';
import type { Posting } from '../../src/backend/ledger/ledger.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';

/** Place of money: somebody's number in the list, or the house. */
export type Place = number | 'house';

/** One move of money, drawn at random. */
export interface MoneyCommand {
  readonly key: string;
  /** Whose command it is, by their place in the list. */
  readonly by: number;
  readonly from: Place;
  readonly to: Place;
  readonly fromAccount: UserAccount;
  readonly toAccount: UserAccount;
  readonly amount: number;
}

/** Without what is held: that is of withdrawals alone. */
const ACCOUNTS: readonly UserAccount[] = ['available', 'reward', 'credit'];
const MOST_PAISE = 20_000;
/** Of so many commands one is given to every process. */
const SHARED_EVERY = 8;
const HOUSE_EVERY = 4;

const pick = (random: Random, count: number): number => Math.floor(random.uniform() * count);

const commandFrom = (random: Random, key: string, people: number): MoneyCommand => {
  const account = (): UserAccount => ACCOUNTS[pick(random, ACCOUNTS.length)] ?? 'available';
  const place = (): Place => (pick(random, HOUSE_EVERY) === 0 ? 'house' : pick(random, people));
  const [from, to] = [place(), place()];
  const amount = 1 + pick(random, MOST_PAISE);
  return { key, by: pick(random, people), from, to, fromAccount: account(), toAccount: account(), amount };
};

/** Draw the commands of one process. The other processes are given some of them too. */
export const drawCommands = (name: string, count: number, people: number): MoneyCommand[] => {
  const random = seededRandom(name);
  return Array.from({ length: count }, (_, number) => {
    if (number % SHARED_EVERY > 0) return commandFrom(random, `${name} ${number}`, people);
    const key = `shared ${number}`;
    return commandFrom(seededRandom(key), key, people);
  });
};

/** Postings of a command among people with these ids. */
export const postingsOf = (command: MoneyCommand, ids: readonly number[]): Posting[] => {
  const { from, to, fromAccount, toAccount, amount } = command;
  const at = (place: Place, account: UserAccount, by: number): Posting =>
    place === 'house'
      ? { house: by < 0 ? 'upi-clearing' : 'bank-clearing', amount: by }
      : { userId: ids[place] ?? 0, account, amount: by };
  return [at(from, fromAccount, -amount), at(to, toAccount, amount)];
};
