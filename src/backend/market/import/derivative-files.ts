import { lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import { dayText, parseDerivative, wholeNumber } from './derivative-rows.ts';
import { type ParsedRow, refused } from './parsed-row.ts';

type Row = readonly string[];
/** Field of a row by the name of its column; empty where there is none. */
type Read = (name: string) => string;

const namesOf = (header: Row): string[] => header.map((name) => name.trim());

/** Reader of rows by the names of their columns. */
export const readerOf = (header: Row) => {
  const places = new Map(namesOf(header).map((name, place) => [name, place]));
  return (row: Row): Read =>
    (name) =>
      row[places.get(name) ?? -1]?.trim() ?? '';
};

/** Types in the newer files. True of futures, false of options. */
const TYPES: ReadonlyMap<string, boolean> = new Map([
  ['IDF', true],
  ['STF', true],
  ['IDO', false],
  ['STO', false],
]);

/** Future or option in a bhavcopy of the newer format. It counts volume in lots. */
export const parseUdiffDerivative = (read: Read, line: number): readonly ParsedRow[] => {
  const isFuture = TYPES.get(read('FinInstrmTp'));
  if (isFuture === undefined)
    return [refused(line, `the instrument type "${read('FinInstrmTp').slice(0, 20)}" is not known`)];
  const lot = wholeNumber(read('NewBrdLotQty'));
  return parseDerivative({
    line,
    day: read('TradDt'),
    exchange: read('Src') === 'BSE' ? 'BSE' : 'NSE',
    isFuture,
    underlying: read('TckrSymb').toUpperCase(),
    // Contracts are listed before the holidays of their year are known: the first is their name, the second their end.
    expiry: read('XpryDt'),
    endsOn: read('FininstrmActlXpryDt'),
    strike: read('StrkPric'),
    right: read('OptnTp'),
    open: read('OpnPric'),
    high: read('HghPric'),
    low: read('LwPric'),
    close: read('ClsPric'),
    lots: read('TtlTradgVol'),
    openInterest: read('OpnIntrst'),
    token: read('FinInstrmId'),
    lotSize:
      lot !== null && lot > 0
        ? lot
        : `the lot size "${read('NewBrdLotQty').slice(0, 20)}" is not a whole number`,
  });
};

const LEGACY = [
  ...['INSTRUMENT', 'SYMBOL', 'EXPIRY_DT', 'STRIKE_PR', 'OPTION_TYP', 'OPEN', 'HIGH', 'LOW', 'CLOSE'],
  ...['CONTRACTS', 'VAL_INLAKH', 'OPEN_INT', 'TIMESTAMP'],
];
const ACTIVITY = [
  ...['INSTRUMENT', 'SYMBOL', 'EXP_DATE', 'OPEN_PRICE', 'HI_PRICE', 'LO_PRICE', 'CLOSE_PRICE'],
  ...['OPEN_INT*', 'TRD_QTY', 'NO_OF_CONT'],
];

export type DerivativeFormat = 'derivatives-legacy' | 'derivatives-activity';

/** Which file of futures and options a header belongs to, or null. */
export const derivativeFormat = (header: Row): DerivativeFormat | null => {
  const names = new Set(namesOf(header));
  if (LEGACY.every((name) => names.has(name))) return 'derivatives-legacy';
  return ACTIVITY.every((name) => names.has(name)) ? 'derivatives-activity' : null;
};

const RUPEES_A_LAKH = 100_000;
/** Value is written in lakh with two decimals. */
const VALUE_ERROR = 0.005 * RUPEES_A_LAKH;

/** Figures of an underlying and expiry that bound its lot: the value that was traded, and the units that are open. */
interface LotBounds {
  least: number;
  most: number;
  /** Greatest common divisor of open interest; 0 where nothing is open. */
  common: number;
}

/** A wider range leaves the lot open. */
const MOST_LOTS_TRIED = 5_000;

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

/** The one lot within bounds; null where none fits, or several do. Units that are open are whole lots. */
const lotWithin = ({ least, most, common }: LotBounds): number | null => {
  const [first, last] = [Math.max(1, Math.ceil(least)), Math.floor(most)];
  if (last - first >= MOST_LOTS_TRIED) return null;
  const fitting = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  const whole = fitting.filter((lot) => common > 0 && common % lot === 0);
  // After a change of lots some hold odd units.
  const [lot, ...others] = whole.length > 0 ? whole : fitting;
  return lot !== undefined && others.length === 0 ? lot : null;
};

/**
 * Lots of the older files by underlying and expiry. They are nowhere written there, but in the value that was traded: lots
 * by units by price, and by strike and premium of an option.
 */
const lotsOfValue = (rows: readonly Read[]): Map<string, number | null> => {
  const all = new Map<string, LotBounds>();
  for (const read of rows) {
    const name = `${read('SYMBOL')} ${read('EXPIRY_DT')}`;
    const bounds = all.get(name) ?? { least: 0, most: Number.POSITIVE_INFINITY, common: 0 };
    all.set(name, bounds);
    bounds.common = divisorOf(bounds.common, wholeNumber(read('OPEN_INT')) ?? 0);
    const lots = wholeNumber(read('CONTRACTS')) ?? 0;
    const [low, high] = [Number(read('LOW')), Number(read('HIGH'))];
    const strike = read('OPTION_TYP') === 'XX' ? 0 : Number(read('STRIKE_PR'));
    const value = Number(read('VAL_INLAKH')) * RUPEES_A_LAKH;
    if (!(lots > 0 && low > 0 && high >= low && strike >= 0 && value > 0)) continue;
    bounds.least = Math.max(bounds.least, (value - VALUE_ERROR) / (lots * (strike + high)));
    bounds.most = Math.min(bounds.most, (value + VALUE_ERROR) / (lots * (strike + low)));
  }
  return new Map([...all].map(([name, bounds]) => [name, lotWithin(bounds)]));
};

const parseLegacy = (rows: readonly Read[]): ParsedRow[] => {
  const lots = lotsOfValue(rows);
  return rows.flatMap((read, index) => {
    const underlying = read('SYMBOL').toUpperCase();
    const expiry = read('EXPIRY_DT');
    return parseDerivative({
      line: index + 2,
      day: read('TIMESTAMP'),
      exchange: 'NSE',
      isFuture: read('INSTRUMENT').startsWith('FUT'),
      underlying,
      expiry,
      endsOn: '',
      strike: read('STRIKE_PR'),
      right: read('OPTION_TYP'),
      open: read('OPEN'),
      high: read('HIGH'),
      low: read('LOW'),
      close: read('CLOSE'),
      lots: read('CONTRACTS'),
      openInterest: read('OPEN_INT'),
      token: '',
      lotSize: null,
      countedWith: lots.get(`${read('SYMBOL')} ${expiry}`) ?? lotOfExpiry(underlying, dayText(expiry)),
    });
  });
};

/** Day in the name of a file: `op16122025.csv` or `op_2025-12-16.csv`. Null where there is none. */
const dayOfName = (name: string): string | null => {
  const digits = /(?<!\d)(\d{2})(\d{2})(20\d{2})(?!\d)/.exec(name);
  if (digits) return `${digits[3]}-${digits[2]}-${digits[1]}`;
  return /(?<!\d)20\d{2}-\d{2}-\d{2}(?!\d)/.exec(name)?.[0] ?? null;
};

/** Units of a lot in a file that counts both; null where nothing was traded. */
const lotOfActivity = (read: Read): number | string | null => {
  const [units, lots] = [wholeNumber(read('TRD_QTY')), wholeNumber(read('NO_OF_CONT'))];
  if (lots === 0) return null;
  const lot = units !== null && lots !== null ? units / lots : Number.NaN;
  if (Number.isInteger(lot) && lot > 0) return lot;
  return `the quantity "${read('TRD_QTY').slice(0, 20)}" is not a number of whole lots`;
};

const parseActivity = (rows: readonly Read[], header: Row, fileName: string): ParsedRow[] => {
  const day = dayOfName(fileName);
  if (day === null) return [refused(0, "the file's name must have its day, such as op16122025.csv")];
  const isOptions = namesOf(header).includes('OPT_TYPE');
  return rows.flatMap((read, index) => {
    // What the star of a heading means stands below the rows.
    if (read('INSTRUMENT').startsWith('*')) return [];
    return parseDerivative({
      line: index + 2,
      day,
      exchange: 'NSE',
      isFuture: !isOptions,
      underlying: read('SYMBOL').toUpperCase(),
      // 16/12/2025
      expiry: read('EXP_DATE').replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1'),
      endsOn: '',
      strike: read('STR_PRICE'),
      right: read('OPT_TYPE'),
      open: read('OPEN_PRICE'),
      high: read('HI_PRICE'),
      low: read('LO_PRICE'),
      close: read('CLOSE_PRICE'),
      lots: read('NO_OF_CONT'),
      openInterest: read('OPEN_INT*'),
      token: '',
      lotSize: lotOfActivity(read),
    });
  });
};

/** Rows of a file of futures and options, parsed by column name. */
export const parseDerivativeRows = (
  rows: readonly Row[],
  format: DerivativeFormat,
  fileName: string,
): ParsedRow[] => {
  const [header = [], ...others] = rows;
  const reads = others.map(readerOf(header));
  return format === 'derivatives-legacy' ? parseLegacy(reads) : parseActivity(reads, header, fileName);
};
