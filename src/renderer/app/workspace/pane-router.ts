import type { AnyRouter, RouteComponent, RouterHistory } from '@tanstack/react-router';
import { createContext } from 'react';

type CreatePaneRouter = (history: RouterHistory, frame: RouteComponent) => AnyRouter;

/** Makes the router of a pane. The window hands it down: a screen among its routes could not import them. */
export const PaneRouterContext = createContext<CreatePaneRouter>(() => {
  throw new Error('There are no panes outside of the router of a window.');
});
