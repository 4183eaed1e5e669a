import { type Contract, symbolOf } from '../../../engine/contracts/contract.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import type { ContractList, ContractTerms, ListedContract } from './contract-list.ts';

/** Terms that hold from a day on. */
export interface DatedTerms extends ContractTerms {
  /** Day of the first list that says so, `YYYY-MM-DD`. */
  readonly listedOn: string;
}

/** A contract with its terms so far, in order of days. */
export interface KnownContract {
  readonly contract: Contract;
  readonly terms: readonly DatedTerms[];
}

/** A row of terms to be kept. */
export interface TermsChange {
  readonly contract: Contract;
  readonly terms: DatedTerms;
  /** Day of the row that it replaces. Null where it replaces none, or that of its own day. */
  readonly instead: string | null;
}

/** An expiry moves by a holiday or two, never by a week. */
const LONGEST_MOVE_DAYS = 6;
/** Days after an expiry. None of its contracts is listed still. */
export const SETTLED_DAYS = 10;

const isSame = (a: ContractTerms, b: ContractTerms): boolean =>
  a.lotSize === b.lotSize &&
  a.tickSize === b.tickSize &&
  a.token === b.token &&
  a.endsOn === b.endsOn &&
  a.isListed === b.isListed;

/** Terms of a list. Written out: there are 150,000 of them. */
const listedTerms = ({ lotSize, tickSize, token, endsOn }: ListedContract): ContractTerms => ({
  lotSize,
  tickSize,
  token,
  endsOn,
  isListed: true,
});

/** Terms with what a list does not say as it was before. */
const completed = (said: ContractTerms, before: ContractTerms | undefined): ContractTerms => ({
  lotSize: said.lotSize ?? before?.lotSize ?? null,
  tickSize: said.tickSize ?? before?.tickSize ?? null,
  token: said.token ?? before?.token ?? null,
  endsOn: said.endsOn ?? before?.endsOn ?? null,
  isListed: said.isListed,
});

/** Terms that hold on a day; undefined before the first list. */
export const termsOn = <T extends DatedTerms>(terms: readonly T[], day: string): T | undefined =>
  terms.findLast(({ listedOn }) => listedOn <= day);

/** Row that a list adds to a contract; null if it says nothing new. Lists come in any order. */
export const changeOf = (
  contract: Contract,
  known: readonly DatedTerms[],
  day: string,
  said: ContractTerms,
): TermsChange | null => {
  const before = termsOn(known, day);
  const terms = completed(said, before);
  if (before && isSame(before, terms)) return null;
  const row = { contract, terms: { ...terms, listedOn: day } };
  const next = known.find(({ listedOn }) => listedOn > day);
  const isEarlier = next !== undefined && before?.listedOn !== day && isSame(next, terms);
  return { ...row, instead: isEarlier ? next.listedOn : null };
};

const lastDayOf = ({ contract, terms }: KnownContract): string => terms.at(-1)?.endsOn ?? contract.expiry;

const daysBetween = (a: string, b: string): number => Math.abs(istDayStart(a) - istDayStart(b)) / DAY_MS;

/** Whether two contracts differ by some days of expiry alone. */
const isMovedTo = (from: Contract, to: Contract): boolean =>
  symbolOf({ ...from, expiry: to.expiry }) === symbolOf(to) &&
  daysBetween(from.expiry, to.expiry) <= LONGEST_MOVE_DAYS;

/**
 * Contracts whose expiry may have moved, by token. They keep the expiry they were first listed with: what is held must be
 * found again.
 */
const movable = (
  known: ReadonlyMap<string, KnownContract>,
  listed: ReadonlySet<string>,
  day: string,
): Map<string, KnownContract> => {
  const byToken = new Map<string, KnownContract>();
  for (const [symbol, one] of known) {
    const last = one.terms.at(-1);
    if (!last?.token || !last.isListed || listed.has(symbol) || lastDayOf(one) < day) continue;
    byToken.set(`${one.contract.exchange} ${last.token}`, one);
  }
  return byToken;
};

/** Rows that a list adds to those of an underlying. A contract that it has twice counts as it stands first. */
export const changesOf = (
  known: ReadonlyMap<string, KnownContract>,
  listed: readonly ListedContract[],
  { day, isWhole }: Pick<ContractList, 'day' | 'isWhole'>,
): TermsChange[] => {
  const bySymbol = new Map<string, ListedContract>();
  for (const one of listed) {
    const symbol = symbolOf(one.contract);
    if (!bySymbol.has(symbol)) bySymbol.set(symbol, one);
  }
  const moved = isWhole ? movable(known, new Set(bySymbol.keys()), day) : null;
  const stays = new Set<string>();
  const changes: (TermsChange | null)[] = [];
  for (const [symbol, one] of bySymbol) {
    const { contract } = one;
    const own = known.get(symbol);
    const before = own ? undefined : moved?.get(`${contract.exchange} ${one.token}`);
    const isMoved = before !== undefined && isMovedTo(before.contract, contract);
    const of = isMoved ? before.contract : contract;
    stays.add(isMoved ? symbolOf(of) : symbol);
    changes.push(changeOf(of, (isMoved ? before : own)?.terms ?? [], day, listedTerms(one)));
  }
  if (isWhole)
    for (const [symbol, one] of known) {
      const last = one.terms.at(-1);
      if (stays.has(symbol) || !last || lastDayOf(one) < day) continue;
      changes.push(changeOf(one.contract, one.terms, day, { ...last, isListed: false }));
    }
  return changes.filter((change) => change !== null);
};
