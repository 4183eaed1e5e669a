import { useEffect, useState } from 'react';
import { api } from '../api/api.ts';
import { writtenDay } from '../i18n/dates.ts';
import type { Command } from './command.ts';
import { parseCommand } from './command-line.ts';
import { contractName } from './contract-address.ts';

/** Something that words of a command name. */
interface Named {
  /** Symbol, or the number of a strategy. */
  readonly id: string;
  readonly label: string;
}

interface Answer {
  readonly text: string;
  /** Null where nothing answers to the words; undefined while it is not known. */
  readonly named: Named | null | undefined;
}

const PAUSE_MS = 180;

const namedSymbol = async (words: string): Promise<Named | null> => {
  const shares = await api.market.instruments({ search: words, pageSize: 6 });
  const symbol = words.toUpperCase();
  if (shares.ok && shares.value.instruments.some((one) => one.symbol === symbol))
    return { id: symbol, label: symbol };
  const contracts = await api.market.findContracts({ search: words.slice(0, 80), limit: 1 });
  const [contract] = contracts.ok ? contracts.value.contracts : [];
  if (contract && /\d|fut/i.test(words))
    return { id: contract.symbol, label: `${contractName(contract)} ${writtenDay(contract.expiry)}` };
  const [first] = shares.ok ? shares.value.instruments : [];
  return first && first.name.toUpperCase().startsWith(symbol)
    ? { id: first.symbol, label: first.symbol }
    : null;
};

/** A symbol as it is written whole: a word, or a contract with its day. */
const WHOLE = /^\S*$|^\S+ \d{4}-\d{2}-\d{2} \S/;

/** React hook: the symbol that a text names, as in `nifty 24500 ce`; the text itself until that is known. */
export const useNamedSymbol = (text: string): string => {
  const [answer, setAnswer] = useState({ text: '', symbol: '' });
  const words = text.trim();
  const isAsking = !WHOLE.test(words);
  useEffect(() => {
    if (!isAsking) return;
    let isOver = false;
    const find = async () => {
      const found = await namedSymbol(words);
      if (!isOver) setAnswer({ text: words, symbol: found?.id ?? words });
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words, isAsking]);
  return isAsking && answer.text === words ? answer.symbol : text;
};

const namedStrategy = async (words: string): Promise<Named | null> => {
  const found = await api.strategies.mine({ strategyStatus: 0, pageType: 'All', search: words, pageSize: 1 });
  const [first] = found.ok ? found.value.rows : [];
  return first ? { id: String(first.strategyId), label: first.name } : null;
};

const namedScan = async (words: string): Promise<Named | null> => {
  const saved = await api.scanner.saved();
  const scans = saved.ok ? saved.value.scans : [];
  const nameOf = (name: string): string => name.normalize('NFC').toLowerCase();
  const found =
    scans.find(({ name }) => nameOf(name) === words) ??
    scans.find(({ name }) => nameOf(name).startsWith(words)) ??
    scans.find(({ name }) => nameOf(name).includes(words));
  return found ? { id: String(found.savedId), label: found.name } : null;
};

/** Search for what the words of a command name. */
const searchOf = (kind: string | undefined) => {
  if (kind === 'backtest') return namedStrategy;
  return kind === 'scan' ? namedScan : namedSymbol;
};

/** A command, and what its words name; null where nothing answers to them. */
export interface KnownCommand {
  readonly command: Command;
  readonly named: Named | null;
}

/** React hook: the command that a text is. Null of none; `isAsking` while it is not known what its words name. */
export const useCommand = (
  text: string,
): { readonly known: KnownCommand | null; readonly isAsking: boolean } => {
  const [answer, setAnswer] = useState<Answer>({ text: '', named: undefined });
  const command = parseCommand(text);
  const isAsking = command !== null && command.kind !== 'wrong';
  const words = isAsking ? `${command.kind} ${command.words}` : '';
  useEffect(() => {
    if (words === '') return;
    let isOver = false;
    const [kind, ...named] = words.split(' ');
    const find = async () => {
      const found = await searchOf(kind)(named.join(' '));
      if (!isOver) setAnswer({ text: words, named: found });
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words]);
  if (command === null) return { known: null, isAsking };
  if (command.kind === 'wrong') return { known: { command, named: null }, isAsking };
  return answer.text === words && answer.named !== undefined
    ? { known: { command, named: answer.named }, isAsking: false }
    : { known: null, isAsking };
};
