import { useEffect, useState } from 'react';
import type { CallId } from '../../shared/contract/index.ts';
import type { StrategySummary } from '../../shared/contract/strategy-card.ts';
import type { Result } from '../../shared/failure.ts';
import { api } from '../api/api.ts';
import { writtenDay } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { contractAddress, contractName, isContractText } from './contract-address.ts';
import { useWhyNot } from './rights.ts';

export type FoundKind = 'mine' | 'market' | 'instrument' | 'contract';

/** Something that only the backend knows of. */
export interface Found {
  readonly kind: FoundKind;
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly route: string;
}

interface Answer {
  /** Text that was searched for. */
  readonly text: string;
  readonly found: readonly Found[];
  /** Kinds that could not be asked for. */
  readonly failed: readonly FoundKind[];
  /** Whether the text names a contract that is not there. */
  readonly isMissing: boolean;
}

const PAUSE_MS = 180;
const MOST_OF_A_KIND = 6;
/** Letters that a search takes. */
const MOST_LETTERS = 80;

const strategy =
  (kind: 'mine' | 'market') =>
  ({ strategyId, name, mode, strategyAuthor }: StrategySummary): Found => ({
    kind,
    key: `strategy:${strategyId}`,
    label: name,
    detail: kind === 'market' ? strategyAuthor.name : t(mode === 'live' ? 'Live' : 'Paper'),
    route: `/strategies/${strategyId}`,
  });

const over = async <Value>(
  asked: Promise<Result<Value>>,
  found: (value: Value) => Found[],
): Promise<Found[] | null> => {
  const result = await asked;
  return result.ok ? found(result.value) : null;
};

interface Source {
  readonly kind: FoundKind;
  readonly call: CallId;
  /** Null when it could not be asked for. */
  readonly find: (text: string) => Promise<Found[] | null>;
}

const sources: readonly Source[] = [
  {
    kind: 'mine',
    call: 'strategies.mine',
    find: (search) =>
      over(
        api.strategies.mine({ strategyStatus: 0, pageType: 'All', search, pageSize: MOST_OF_A_KIND }),
        ({ rows }) => rows.map(strategy('mine')),
      ),
  },
  {
    kind: 'market',
    call: 'home.marketplace',
    find: (search) =>
      over(api.home.marketplace({ search, pageSize: MOST_OF_A_KIND }), ({ rows }) =>
        rows.filter(({ isMine }) => !isMine).map(strategy('market')),
      ),
  },
  {
    kind: 'instrument',
    call: 'market.instruments',
    find: (search) =>
      over(api.market.instruments({ search, pageSize: MOST_OF_A_KIND }), ({ instruments }) =>
        instruments.map(({ symbol, name, exchange }): Found => ({
          kind: 'instrument',
          key: `instrument:${symbol}`,
          label: symbol,
          detail: `${name} · ${exchange}`,
          route: `/chart/${encodeURIComponent(symbol)}`,
        })),
      ),
  },
  {
    kind: 'contract',
    call: 'market.findContracts',
    find: (search) =>
      over(
        api.market.findContracts({ search: search.slice(0, MOST_LETTERS), limit: MOST_OF_A_KIND }),
        ({ contracts, source }) =>
          contracts.map((contract): Found => ({
            kind: 'contract',
            key: `contract:${contract.symbol}`,
            label: contractName(contract),
            detail: [
              writtenDay(contract.expiry),
              contract.exchange,
              ...(source === 'simulated' ? [t('simulated market')] : []),
            ].join(' · '),
            route: contractAddress(contract),
          })),
      ),
  },
];

/**
 * React hook: strategies and instruments that answer to a text, asked for after a short pause in typing. What was found
 * for an older text is dropped. What the person has no right to see is not asked for.
 */
export const usePaletteSearch = (text: string): Answer & { isSearching: boolean } => {
  const [answer, setAnswer] = useState<Answer>({ text: '', found: [], failed: [], isMissing: false });
  const whyNot = useWhyNot();
  const allowed = sources.flatMap(({ kind, call }) => (whyNot(call) === null ? [kind] : [])).join(' ');
  useEffect(() => {
    if (text === '') return;
    let isOver = false;
    const find = async () => {
      const asked = sources.filter(({ kind }) => allowed.split(' ').includes(kind));
      const lists = await Promise.all(asked.map((source) => source.find(text)));
      if (isOver) return;
      const contracts = lists[asked.findIndex(({ kind }) => kind === 'contract')];
      setAnswer({
        text,
        found: lists.flatMap((list) => list ?? []),
        isMissing: contracts?.length === 0 && isContractText(text),
        failed: asked.filter((_, index) => lists[index] === null).map(({ kind }) => kind),
      });
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, allowed]);
  const isKnown = answer.text === text;
  return {
    text,
    found: isKnown ? answer.found : [],
    failed: isKnown ? answer.failed : [],
    isMissing: isKnown && answer.isMissing,
    isSearching: text !== '' && !isKnown,
  };
};
