import type { RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LINK_COLOURS, links, type LinkColour } from '../../state/links.ts';
import { symbolIn, withSymbol } from './linked-routes.ts';

/** Field of an address that names the link colour of a window. */
const FIELD = 'link';

/** Link colour in the address of a window of its own; null without one. */
export const linkIn = (route: string): LinkColour | null => {
  const named = new URLSearchParams(route.split('?')[1] ?? '').get(FIELD);
  return LINK_COLOURS.find((colour) => colour === named) ?? null;
};

/** Address of a window that follows the same colour as a pane. */
export const withLink = (route: string, link: LinkColour | null): string =>
  link === null ? route : `${route}${route.includes('?') ? '&' : '?'}${FIELD}=${link}`;

/** React hook: a screen follows the symbol of a colour, and chooses it for the others. */
export const useFollowLink = (history: RouterHistory, link: LinkColour | null): void => {
  useEffect(() => {
    if (link === null) return;
    return history.subscribe(({ location: { href } }) => {
      const symbol = symbolIn(href);
      if (symbol === null) return;
      const chosen = links.symbolOf(link);
      // One that shows the symbol in its own way, such as the chain of a contract, has chosen nothing.
      if (chosen === null || withSymbol(href, chosen) !== href) links.choose(link, symbol);
    });
  }, [history, link]);

  const followed = links.useSymbol(link);
  useEffect(() => {
    if (link === null) return;
    const { href } = history.location;
    if (followed === null) {
      const own = symbolIn(href);
      if (own !== null) links.choose(link, own);
      return;
    }
    const next = withSymbol(href, followed);
    if (next !== href) history.replace(next);
  }, [history, link, followed]);
};
