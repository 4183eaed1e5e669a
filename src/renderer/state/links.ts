import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** Colours by which panes follow the same symbol, over all windows. */
export const LINK_COLOURS = ['red', 'orange', 'green', 'blue', 'purple'] as const;
export type LinkColour = (typeof LINK_COLOURS)[number];

type Links = Partial<Record<LinkColour, string>>;

const useStore = create<{ links: Links }>(() => ({ links: {} }));
registerReset(() => useStore.setState({ links: {} }));

const apply = (colour: LinkColour, symbol: string): void =>
  useStore.setState(({ links }) => ({ links: { ...links, [colour]: symbol } }));

interface Chosen {
  readonly colour: LinkColour;
  readonly symbol: string;
}

/** Channel between the windows of this program. */
const channel = new BroadcastChannel('links');
channel.addEventListener('message', ({ data }: MessageEvent<Chosen>) => apply(data.colour, data.symbol));

/** Symbols of the link colours. */
export const links = {
  /** React hook: the symbol that a colour has; null while none was chosen. */
  useSymbol: (colour: LinkColour | null): string | null =>
    useStore((state) => (colour === null ? null : (state.links[colour] ?? null))),
  symbolOf: (colour: LinkColour): string | null => useStore.getState().links[colour] ?? null,
  /** Choose a symbol for every pane of a colour, in every window. */
  choose: (colour: LinkColour, symbol: string): void => {
    if (links.symbolOf(colour) === symbol) return;
    apply(colour, symbol);
    channel.postMessage({ colour, symbol } satisfies Chosen);
  },
};
