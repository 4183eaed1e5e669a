import {
  ABOUT_ROUTE,
  ABOUT_SECTION,
  FIRST_RUN_ROUTE,
  ROUTE_LIST,
  SIGN_IN_ROUTE,
  START_ROUTE,
} from './route-list.ts';

interface Place {
  readonly pathname: string;
  /** With its `?`; empty for none. */
  readonly search: string;
  /** Both together. */
  readonly href: string;
}

interface Visitor {
  readonly isSignedIn: boolean;
  /** By choice: the next person starts at Home and not where this one was. */
  readonly hasSignedOut: boolean;
  /**
   * Whether nobody has ever signed in on this computer. Nobody has chosen how the app looks and which language it
   * speaks either.
   */
  readonly isFirstStart: boolean;
  /** Address where they were when the window closed; null for nowhere yet. */
  readonly lastPage: string | null;
}

const OUTSIDE_ROUTES = ROUTE_LIST.filter(({ isOutside }) => isOutside).map(({ path }) => path);

const INSIDE_PAGES = ROUTE_LIST.filter(({ isOutside }) => !isOutside).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
);

/** Where to go after signing in: a route of ours, or Home. */
const nextRoute = (search: string): string => {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/[a-z]/.test(next) && !next.startsWith(SIGN_IN_ROUTE) ? next : START_ROUTE;
};

/** An address without its open dialog. Nothing that moves money opens by itself. */
const DIALOG = 'do';

/** An address without its open dialog: nothing that moves money opens by itself after signing in. */
const withoutDialog = (href: string): string => {
  const [path = '', search = ''] = href.split('?');
  const kept = new URLSearchParams(search);
  if (!kept.has(DIALOG)) return href;
  kept.delete(DIALOG);
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
};

/** An address to come back to, without its dialog; null where no page is there (any more). */
export const pageToKeep = (href: string): string | null => {
  const [pathname = ''] = href.split('?');
  return INSIDE_PAGES.some((page) => page.test(pathname)) ? withoutDialog(href) : null;
};

/** Where the window opens: on the page where somebody was, or Home. */
const firstPage = ({ isSignedIn, lastPage }: Visitor): string =>
  (isSignedIn && lastPage !== null ? pageToKeep(lastPage) : null) ?? START_ROUTE;

/** Where somebody who opens an address is sent instead; null for staying. Without signing in, few places are open. */
export const redirectOf = ({ pathname, search, href }: Place, visitor: Visitor): string | null => {
  if (pathname === '/') return firstPage(visitor);
  const isOutside = OUTSIDE_ROUTES.includes(pathname);
  if (visitor.isSignedIn && pathname === ABOUT_ROUTE) return ABOUT_SECTION;
  if (visitor.isSignedIn) return isOutside ? nextRoute(search) : null;
  if (pathname === SIGN_IN_ROUTE && visitor.isFirstStart) return `${FIRST_RUN_ROUTE}${search}`;
  if (isOutside) return null;
  const isPlain = visitor.hasSignedOut || pathname === START_ROUTE;
  return isPlain
    ? SIGN_IN_ROUTE
    : `${SIGN_IN_ROUTE}?${new URLSearchParams({ next: withoutDialog(href) }).toString()}`;
};
