import { ROUTE_LIST, WORKSPACE_ROUTE } from '../route-list.ts';

/** Screens that make no pane: they are about a whole window, or about going to another. */
const NO_PANES = [WORKSPACE_ROUTE, '/mini'];

const patterns = ROUTE_LIST.filter(({ path, isOutside }) => !isOutside && !NO_PANES.includes(path)).map(
  ({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?#]+')}(?:\\?[^#]*)?$`),
);

/** Whether an address leads to a screen that a pane can show. */
export const isPaneRoute = (route: string): boolean => patterns.some((pattern) => pattern.test(route));
