import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { ROUTE_LIST, SIGN_IN_ROUTE, WORKSPACE_ROUTE } from './route-list.ts';
import { PAGE_ID } from './page-id.ts';
import { BrokenScreen, UnknownRoute } from './route-problems.tsx';
import { Shell } from './shell.tsx';

const loadWorkspace = () =>
  import('./workspace/workspace-screen.tsx').then((screen) => screen.WorkspaceScreen);

const screenOf = ({ path, load: listed }: (typeof ROUTE_LIST)[number]) => {
  const load = path === WORKSPACE_ROUTE ? loadWorkspace : listed;
  if (!load) throw new Error(`The route ${path} has no screen`);
  return lazyRouteComponent(async () => ({ default: await load() }));
};

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '$$$1');

/** Signing in stands before the router; who may see the others is the gate's business. */
const routed = ROUTE_LIST.filter(({ path }) => path !== SIGN_IN_ROUTE);

const SCREENS = new Map(routed.map((route) => [route.path, screenOf(route)]));

/** Every route below a frame. Routers do not share routes: each keeps its own place in them. */
const treeOf = (frame: RouteComponent) => {
  const root = createRootRoute({ notFoundComponent: UnknownRoute });
  const framed = createRoute({ getParentRoute: () => root, id: 'frame', component: frame });
  const routeOf = ({ path, isOutside }: (typeof routed)[number]) =>
    createRoute({
      getParentRoute: () => (isOutside ? root : framed),
      path: pathOf(path),
      component: SCREENS.get(path),
    });
  return root.addChildren([
    ...routed.filter(({ isOutside }) => isOutside).map(routeOf),
    framed.addChildren(routed.filter(({ isOutside }) => !isOutside).map(routeOf)),
  ]);
};

/** The router of a pane. */
export const createPaneRouter = (history: RouterHistory, frame: RouteComponent) =>
  createRouter({
    routeTree: treeOf(frame),
    history,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
  });

/** The router of a window. */
export const createAppRouter = (history: RouterHistory) =>
  createRouter({
    routeTree: treeOf(Shell),
    history,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A page that is opened begins at its top; going back shows what was seen.
    scrollToTopSelectors: [`#${PAGE_ID}`],
  });
