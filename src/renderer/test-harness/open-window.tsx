import { cleanup, configure, render } from '@testing-library/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { toast } from 'react-hot-toast';
import { afterAll, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { backendStatus } from '../state/backend-status.ts';
import { followStream, requestReload } from '../state/stream.ts';
import { quiet } from '../state/quiet.ts';
import { session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { resetStores } from '../state/store-registry.ts';
import { completeBrowser } from './complete-browser.ts';
import { failedLook } from './failed-look.ts';
import { createFakeBridge, type FakeBridge, type Scripts } from './fake-bridge.ts';
import { scriptedBackend } from './scripted-backend.ts';

/** A busy machine paints late; what never comes is still missed. */
configure({ asyncUtilTimeout: 20_000, getElementError: failedLook });

// What a window loads ahead may still be on its way when the last test is over; its page would be gone when it comes.
afterAll(() => vi.dynamicImportSettled());

/** Puts a scripted bridge where the preload would put the real one. */
export const installBridge = (scripts: Scripts): FakeBridge => {
  const fake = createFakeBridge(scripts);
  Object.defineProperty(window, 'bridge', { value: fake.bridge, configurable: true });
  return fake;
};

export interface OpenWindow {
  fake: FakeBridge;
  /** The address in view, with its search. */
  address: () => string;
  goTo: (route: string) => void;
}

/** Open the application at a route, as main.tsx does. `scripts` are laid over the answers for a signed-in user. */
export const openWindow = async (route: string, scripts: Scripts = {}): Promise<OpenWindow> => {
  completeBrowser();
  const fake = installBridge({ ...scriptedBackend(), ...scripts });
  stops.push(followStream(), quiet.follow());
  const preferences = await settings.follow();
  if (preferences.ok) stops.push(preferences.value);
  stops.push(await session.follow(), await backendStatus.follow(requestReload));
  const history = createMemoryHistory({ initialEntries: [route] });
  render(<App history={history} />);
  return {
    fake,
    address: () => history.location.href,
    goTo: (next) => history.push(next),
  };
};

const stops: (() => void)[] = [];

/** Closes the window and forgets everything, for the next test. */
export const closeWindow = (): void => {
  cleanup();
  for (const stop of stops.splice(0)) stop();
  toast.remove();
  resetStores();
};
