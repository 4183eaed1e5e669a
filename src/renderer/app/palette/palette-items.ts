import { SHORTCUTS, shortcutOf, type Shortcut } from '../../../shared/shortcuts.ts';
import { t, labels } from '../../i18n/translate.ts';
import { isContractText } from '../../state/contract-address.ts';
import type { Found, FoundKind } from '../../state/palette-search.ts';
import type { Used } from '../../state/recently-used.ts';
import type { useWhyNot } from '../../state/rights.ts';
import { shortcutText, shortcutTextOfRoute } from '../../state/shortcut-text.ts';
import { refusalOf, ROUTE_LIST } from '../route-list.ts';
import { bestScore, LETTERS } from './fuzzy.ts';
import { openItems } from './open-items.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

/** The page of the small window is none for the others. */
const places = ROUTE_LIST.filter(
  ({ path, isOutside }) => !isOutside && !path.includes(':') && path !== '/mini',
);

/** Names of pages in other programs. Who types one sees the name that the page has here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '/trade-history': ['journal', 'tradebook', 'calendar', 'जर्नल'],
  '/order-history': ['order-book', 'pending-orders', 'ऑर्डर-बुक'],
  '/open-positions': ['square-off', 'exit-all', 'net-positions'],
  '/notifications': ['price-alerts'],
  '/depth': ['ladder', 'dom', 'level-2'],
  '/wallet': ['funds', 'फंड'],
  '/option-chain': ['straddle', 'payoff', 'greeks', 'futures'],
  '/reports': ['tax-pnl', 'capital-gains'],
  '/workspace': ['layout', 'multi-chart'],
  '/scanner': ['screener', 'स्क्रीनर'],
};

const placeItems = (whyNot: ReturnType<typeof useWhyNot>): PaletteItem[] =>
  places.map(({ path, title }) => ({
    key: `place:${path}`,
    label: t(title),
    detail: '',
    keys: shortcutTextOfRoute(path) ?? '',
    names: [t(title), title, ...(OTHER_NAMES[path] ?? [])],
    refusal: refusalOf(path, whyNot),
    deed: { kind: 'go', route: path },
  }));

/**
 * Whether the palette offers a shortcut. It does not offer itself, being open already, nor keys for a row, which need
 * the row.
 */
const isOffered = ({ route, scope, isInherent, id }: Shortcut): boolean =>
  scope === 'page' || (route === undefined && scope === 'global' && !isInherent && id !== 'palette');

const actionItems = (): PaletteItem[] =>
  (SHORTCUTS as readonly Shortcut[]).filter(isOffered).map((shortcut) => ({
    key: `action:${shortcut.id}`,
    label: t(shortcut.title),
    detail: '',
    keys: shortcutText(shortcut.id),
    names: [t(shortcut.title), shortcut.title],
    refusal: null,
    deed: { kind: 'run', shortcut: shortcutOf(shortcut.id) },
  }));

const foundItem = ({ key, label, detail, route }: Found): PaletteItem => ({
  key,
  label,
  detail,
  keys: '',
  names: [label, detail],
  refusal: null,
  deed: { kind: 'go', route },
});

/** Item that was chosen before: a place or an action as it is now; anything else as it was called then. */
const usedItem = (used: Used, known: ReadonlyMap<string, PaletteItem>): PaletteItem[] => {
  const item = known.get(used.key);
  if (item) return [item];
  return used.route === null || !/^(?:strategy|instrument|contract):/.test(used.key)
    ? []
    : [foundItem({ kind: 'mine', key: used.key, label: used.label, detail: '', route: used.route })];
};

const FOUND_TITLES: Readonly<Record<FoundKind, string>> = labels({
  mine: 'My strategies',
  market: 'Marketplace',
  instrument: 'Instruments',
  contract: 'Futures and options',
});
/** Order of what the backend found. Contracts come first where the text names one. */
const kindsFor = (typed: string): readonly FoundKind[] =>
  isContractText(typed)
    ? ['contract', 'mine', 'market', 'instrument']
    : ['mine', 'market', 'instrument', 'contract'];
const MOST_RECENT = 5;
/** Extra rank of recently chosen items, which go before their equals. */
const RECENT_WORTH = 0.5;

const best = (typed: string, items: readonly PaletteItem[], recent: ReadonlySet<string>) =>
  items
    .map((item) => ({ item, score: bestScore(typed, item.names) }))
    .filter(({ score }) => score > 0)
    .map(({ item, score }) => ({ item, score: score + (recent.has(item.key) ? RECENT_WORTH : 0) }))
    .sort((a, b) => b.score - a.score);

interface Offered {
  readonly typed: string;
  readonly found: readonly Found[];
  readonly used: readonly Used[];
  readonly whyNot: ReturnType<typeof useWhyNot>;
  /** The command that the text is; null of none. */
  readonly command: PaletteItem | null;
}

/**
 * Groups of the palette for the typed text: nothing typed, what was chosen lately and then everything; else the places
 * and actions that answer to it, best group first, and what the backend found.
 */
export const paletteGroups = ({ typed, found, used, whyNot, command }: Offered): PaletteGroup[] => {
  const [pages, actions] = [placeItems(whyNot), actionItems()];
  if (typed === '') {
    const known = new Map([...pages, ...actions].map((item) => [item.key, item]));
    const recent = used.flatMap((one) => usedItem(one, known)).slice(0, MOST_RECENT);
    const groups = [
      { title: t('Recently used'), items: recent },
      { title: t('Pages'), items: pages },
      { title: t('Actions'), items: actions },
    ];
    const taken = new Set(recent.map(({ key }) => key));
    return groups
      .map(({ title, items }, index) => ({
        title,
        items: index === 0 ? items : items.filter(({ key }) => !taken.has(key)),
      }))
      .filter(({ items }) => items.length > 0);
  }
  const recent = new Set(used.map(({ key }) => key));
  const scored = [
    { title: t('Pages'), list: best(typed, pages, recent) },
    { title: t('Actions'), list: best(typed, actions, recent) },
  ]
    .filter(({ list }) => list.length > 0)
    .sort((a, b) => (b.list[0]?.score ?? 0) - (a.list[0]?.score ?? 0))
    .map(({ title, list }) => ({
      title,
      // Its letters in order are in many a name: that is a guess, and a symbol is none.
      isGuess: (list[0]?.score ?? 0) < LETTERS + 1,
      items: list.map(({ item }) => item),
    }));
  const market: PaletteItem = {
    key: 'search:market',
    label: t('Search the marketplace for “{{text}}”', { text: typed }),
    detail: '',
    keys: '',
    names: [],
    refusal: refusalOf('/marketplace', whyNot),
    deed: { kind: 'go', route: `/marketplace?search=${encodeURIComponent(typed)}` },
  };
  const opened = openItems(typed, found);
  const fromBackend = kindsFor(typed)
    .map((kind) => ({
      title: FOUND_TITLES[kind],
      kind,
      items: found.filter((one) => one.kind === kind && one.key !== opened[0]?.key).map(foundItem),
    }))
    .filter(({ items }) => items.length > 0);
  return [
    ...(command ? [{ title: t('Command'), items: [command] }] : []),
    ...(opened[0] ? [{ title: t('Open {{name}}', { name: opened[0].label }), items: opened }] : []),
    ...scored.filter(({ isGuess }) => !isGuess),
    ...fromBackend,
    ...scored.filter(({ isGuess }) => isGuess),
    { title: t('Search'), items: [market] },
  ];
};
