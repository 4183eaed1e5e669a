/** Futures and options are named after what they are on: `NIFTY 2026-12-29 24500 CE`. */
const CONTRACT = /^(.+) \d{4}-\d{2}-\d{2} (?:FUT|[\d.]+ (?:CE|PE))$/;

const underlyingOf = (symbol: string): string => CONTRACT.exec(symbol)?.[1] ?? symbol;

/** Where the address of a screen has its symbol. */
interface Place {
  readonly path: RegExp;
  readonly symbolIn: (path: string, search: URLSearchParams) => string | null;
  readonly address: (symbol: string, search: URLSearchParams) => string;
}

const withSearch = (path: string, search: URLSearchParams): string => {
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** Expiry, strike and contract are those of one underlying; what is about the window stays. */
const ofOther = (underlying: string, search: URLSearchParams): URLSearchParams => {
  const link = search.get('link');
  return new URLSearchParams({ underlying, ...(link === null ? {} : { link }) });
};

const PLACES: readonly Place[] = [
  {
    path: /^\/chart\/[^/]+$/,
    symbolIn: (path) => decodeURIComponent(path.slice('/chart/'.length)),
    address: (symbol, search) => withSearch(`/chart/${encodeURIComponent(symbol)}`, search),
  },
  {
    path: /^\/option-chain$/,
    symbolIn: (_, search) => search.get('underlying'),
    address: (symbol, search) => {
      const underlying = underlyingOf(symbol);
      return search.get('underlying') === underlying
        ? withSearch('/option-chain', search)
        : withSearch('/option-chain', ofOther(underlying, search));
    },
  },
  {
    path: /^\/depth$/,
    symbolIn: (_, search) => search.get('symbol'),
    address: (symbol, search) => {
      const changed = new URLSearchParams(search);
      changed.set('symbol', symbol);
      return withSearch('/depth', changed);
    },
  },
];

const partsOf = (route: string): { path: string; search: URLSearchParams; place: Place | undefined } => {
  const [path = '', text = ''] = route.split('?');
  return { path, search: new URLSearchParams(text), place: PLACES.find((one) => one.path.test(path)) };
};

/** Symbol that a screen shows; null of a screen without one. */
export const symbolIn = (route: string): string | null => {
  const { path, search, place } = partsOf(route);
  return place?.symbolIn(path, search) ?? null;
};

/** Address of the same screen for another symbol; of one without a symbol, its own. */
export const withSymbol = (route: string, symbol: string): string => {
  const { search, place } = partsOf(route);
  return place ? place.address(symbol, search) : route;
};
