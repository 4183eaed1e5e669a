import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { writtenDay } from '../i18n/dates.ts';
import { contractName, isContractText } from './contract-address.ts';

/** An instrument that answers to a text. */
export interface FoundInstrument {
  readonly symbol: string;
  readonly label: string;
  readonly detail: string;
}

interface Answer {
  readonly text: string;
  readonly found: readonly FoundInstrument[];
  /** Sentence of a search that failed; empty otherwise. */
  readonly problem: string;
}

const PAUSE_MS = 150;
const [MOST_SHARES, MOST_CONTRACTS] = [8, 12] as const;
/** Letters that a search takes. */
const MOST_LETTERS = 80;

const searched = async (text: string): Promise<Answer> => {
  const [shares, contracts] = await Promise.all([
    api.market.instruments({ search: text, pageSize: MOST_SHARES }),
    api.market.findContracts({ search: text, limit: MOST_CONTRACTS }),
  ]);
  const instruments = shares.ok
    ? shares.value.instruments.map(({ symbol, name, exchange }) => ({
        symbol,
        label: symbol,
        detail: name === symbol ? exchange : `${name} · ${exchange}`,
      }))
    : [];
  // A symbol that is typed whole is meant, though others have it in their names.
  const typed = text.toUpperCase();
  const ranked = [
    ...instruments.filter(({ symbol }) => symbol === typed),
    ...instruments.filter(({ symbol }) => symbol !== typed && symbol.startsWith(typed)),
    ...instruments.filter(({ symbol }) => !symbol.startsWith(typed)),
  ];
  const derivatives = contracts.ok
    ? contracts.value.contracts.map((contract) => ({
        symbol: contract.symbol,
        label: contractName(contract),
        detail: `${writtenDay(contract.expiry)} · ${contract.exchange}`,
      }))
    : [];
  const failed = [shares, contracts].find((result) => !result.ok);
  return {
    text,
    found: isContractText(text) ? [...derivatives, ...ranked] : [...ranked, ...derivatives],
    problem: failed && !failed.ok ? failed.failure.message : '',
  };
};

/**
 * React hook: shares, indices and contracts that answer to a text, asked for after a short pause in typing. What was
 * found for an older text is dropped.
 */
export const useInstrumentSearch = (typed: string): Answer & { isSearching: boolean } => {
  const text = typed.trim().slice(0, MOST_LETTERS);
  const [answer, setAnswer] = useState<Answer>({ text: '', found: [], problem: '' });
  useEffect(() => {
    if (text === '') return;
    let isOver = false;
    const find = async () => {
      const next = await searched(text);
      if (!isOver) setAnswer(next);
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  const isKnown = text !== '' && answer.text === text;
  return {
    text,
    found: isKnown ? answer.found : [],
    problem: isKnown ? answer.problem : '',
    isSearching: text !== '' && !isKnown,
  };
};
