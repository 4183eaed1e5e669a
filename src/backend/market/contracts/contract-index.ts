import { type Contract, contractOf } from '../../../engine/contracts/contract.ts';
import type { Exchange } from '../../../engine/instrument.ts';
import { PAISE_PER_RUPEE } from '../../../shared/money.ts';
import { DAY_MS, IST_OFFSET_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { contractWith, kindOfStrike, signedStrikeOf } from './contract-key.ts';
import type { QueryWord } from './contract-query.ts';

/** Price of an underlying, paise; null where none is known. */
export type PriceOf = (underlying: string) => number | null;

/** Contracts of an index at the most. The exchanges list a third of it. */
export const MOST_CONTRACTS = 400_000;
const FIRST_ROOM = 64;
/** Steps of a score: one of its parts is less than the next one's step. */
const [EXPIRY_STEP, LONGER_STEP, OPTION_STEP] = [2 ** 32, 2 ** 48, 2 ** 49] as const;

const dayOf = (day: string): number => (istDayStart(day) + IST_OFFSET_MS) / DAY_MS;

/** Contracts on an underlying at one exchange, as columns: a contract is two numbers. */
class Series {
  length = 0;
  /** Days since 1970. */
  private expiries = new Int32Array(FIRST_ROOM);
  /** Signed, paise. */
  private strikes = new Int32Array(FIRST_ROOM);
  private strikeSum = 0;
  readonly exchange: Exchange;
  readonly underlying: string;

  constructor({ exchange, underlying }: Contract) {
    this.exchange = exchange;
    this.underlying = underlying;
  }

  add(contract: Contract): void {
    if (this.length === this.expiries.length) {
      const [days, strikes] = [new Int32Array(2 * this.length), new Int32Array(2 * this.length)];
      days.set(this.expiries);
      strikes.set(this.strikes);
      [this.expiries, this.strikes] = [days, strikes];
    }
    const strike = signedStrikeOf(contract);
    this.expiries[this.length] = dayOf(contract.expiry);
    this.strikes[this.length++] = strike;
    this.strikeSum += Math.abs(strike);
  }

  contractAt(at: number): Contract {
    const { exchange, underlying } = this;
    const expiry = istDate((this.expiries[at] ?? 0) * DAY_MS - IST_OFFSET_MS);
    return contractWith({ exchange, underlying, expiry }, this.strikes[at] ?? 0);
  }

  /** Places of the contracts that fit all words, the best first. Futures come before options, the nearest expiry first. */
  best(words: readonly QueryWord[], most: number, price: number | null): number[] {
    const near = price ?? this.strikeSum / Math.max(1, this.length);
    const typed = words.find(({ strike }) => strike !== null)?.strike ?? null;
    const fits = words.map(fitOf);
    const places: number[] = [];
    const scores: number[] = [];
    for (let at = 0; at < this.length; at++) {
      const [expiry, strike] = [this.expiries[at] ?? 0, this.strikes[at] ?? 0];
      if (!fits.every((fit) => fit(expiry, strike))) continue;
      const distance = Math.min(2 ** 30, Math.round(Math.abs(Math.abs(strike) - near)));
      const isLonger = typed !== null && strike !== 0 && writtenStrike(strike) !== typed;
      const score =
        (strike === 0 ? 0 : OPTION_STEP) +
        (isLonger ? LONGER_STEP : 0) +
        expiry * EXPIRY_STEP +
        2 * distance +
        (strike < 0 ? 1 : 0);
      if (places.length === most && score >= (scores.at(-1) ?? 0)) continue;
      let before = scores.length;
      while (before > 0 && (scores[before - 1] ?? 0) > score) before--;
      scores.splice(before, 0, score);
      places.splice(before, 0, at);
      if (places.length > most) {
        scores.pop();
        places.pop();
      }
    }
    return places;
  }
}

const writtenStrike = (strike: number): string => String(Math.abs(strike) / PAISE_PER_RUPEE);

/** Whether a word fits a contract. Those of an expiry follow each other: its date is worked out once. */
const fitOf = ({ kinds, months, days, years, strike: typed }: QueryWord) => {
  const hasDate = months.length > 0 || days.length > 0 || years.length > 0;
  let [known, fitsDate] = [Number.NaN, false];
  const isOn = (expiry: number): boolean => {
    if (expiry === known) return fitsDate;
    const date = new Date(expiry * DAY_MS);
    known = expiry;
    fitsDate =
      months.includes(date.getUTCMonth() + 1) ||
      days.includes(date.getUTCDate()) ||
      years.includes(date.getUTCFullYear());
    return fitsDate;
  };
  return (expiry: number, strike: number): boolean =>
    (kinds.length > 0 && kinds.includes(kindOfStrike(strike))) ||
    (hasDate && isOn(expiry)) ||
    (typed !== null && strike !== 0 && writtenStrike(strike).startsWith(typed));
};

/** Words that contracts on an underlying have yet to fit. Null where none of them can. */
const wordsLeft = (words: readonly QueryWord[], underlying: string): QueryWord[] | null => {
  const left: QueryWord[] = [];
  for (const word of words) {
    if (word.start !== null && underlying.startsWith(word.start)) continue;
    if (word.part !== null && underlying.includes(word.part)) continue;
    const { kinds, months, days, years, strike } = word;
    if (kinds.length + months.length + days.length + years.length === 0 && strike === null) return null;
    left.push(word);
  }
  return left;
};

/** Contracts in memory, to be found while somebody types. */
export class ContractIndex {
  private readonly series = new Map<string, Series>();
  length = 0;

  /** Add a contract by its symbol. What is none is left out, and so is what is too many. */
  add(symbol: string): void {
    const contract = contractOf(symbol);
    if (!contract || this.length >= MOST_CONTRACTS) return;
    const name = `${contract.exchange} ${contract.underlying}`;
    const series = this.series.get(name) ?? new Series(contract);
    this.series.set(name, series);
    series.add(contract);
    this.length++;
  }

  /** The contracts that fit all words, the best first. An underlying that is named comes before those that begin so. */
  find(words: readonly QueryWord[], most: number, priceOf: PriceOf): Contract[] {
    // The underlying may be any of the words: `24500 ce nifty`.
    const names = words.flatMap(({ start, part }) => start ?? part ?? []);
    const found: Contract[] = [];
    const rank = ({ underlying }: Series): number =>
      names.includes(underlying) ? 0 : names.some((name) => underlying.startsWith(name)) ? 1 : 2;
    const candidates = [...this.series.values()]
      .flatMap((series) => {
        const left = wordsLeft(words, series.underlying);
        return left ? [{ series, left }] : [];
      })
      .sort((a, b) => rank(a.series) - rank(b.series) || b.series.length - a.series.length);
    for (const { series, left } of candidates) {
      const places = series.best(left, most - found.length, priceOf(series.underlying));
      found.push(...places.map((at) => series.contractAt(at)));
      if (found.length === most) break;
    }
    return found;
  }
}
