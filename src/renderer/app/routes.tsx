import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { ROUTE_LIST, SIGN_IN_ROUTE } from './route-list.ts';
import { PAGE_ID } from './page-id.ts';
import { BrokenScreen, UnknownRoute } from './route-problems.tsx';
import { Shell } from './shell.tsx';

const screenOf = ({ path, load }: (typeof ROUTE_LIST)[number]) => {
  if (!load) throw new Error(`The route ${path} has no screen`);
  return lazyRouteComponent(async () => ({ default: await load() }));
};

const root = createRootRoute({ notFoundComponent: UnknownRoute });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '$$$1');

/** Signing in stands before the router; who may see the others is the gate's business. */
const routed = ROUTE_LIST.filter(({ path }) => path !== SIGN_IN_ROUTE);

const screenRoutes = routed.map((route) =>
  createRoute({
    getParentRoute: () => (route.isOutside ? root : shell),
    path: pathOf(route.path),
    component: screenOf(route),
  }),
);

const outsideRoutes = screenRoutes.filter((_, index) => routed[index]?.isOutside);
const insideRoutes = screenRoutes.filter((_, index) => !routed[index]?.isOutside);

/** The router of a window. */
export const createAppRouter = (history: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([...outsideRoutes, shell.addChildren(insideRoutes)]),
    history,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A page that is opened begins at its top; going back shows what was seen.
    scrollToTopSelectors: [`#${PAGE_ID}`],
  });
