// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { home } from '../test-harness/samples.ts';

afterEach(closeWindow);

const selectedTab = (list: string) =>
  screen.getByRole('tablist', { name: list }).querySelector('[role=tab][aria-selected=true]')?.textContent;

describe.each([
  ['/my-profit', 'Which profit'],
  ['/trade-history', 'Which trades'],
  ['/order-history', 'Which orders'],
])('%s without a mode in its address', (route, list) => {
  it.each([
    ['live for somebody whose strategies run live', { running: 1 }, 'Live'],
    ['live while something is still held there', { openPositions: 2 }, 'Live'],
    ['paper for everybody else', {}, 'Paper'],
  ])('opens %s', async (_, live, tab) => {
    const app = await openWindow(route, {
      'home.summary': () => ({ ...home, live: { ...home.live, ...live } }),
    });
    await screen.findByRole('tablist', { name: list });
    await waitFor(() => expect(selectedTab(list)).toBe(tab));
    await waitFor(() => expect(app.address()).toContain(tab === 'Live' ? 'mode=live' : 'mode=test'));
  });

  it('keeps the mode that an address names', async () => {
    const app = await openWindow(`${route}?mode=test`, {
      'home.summary': () => ({ ...home, live: { ...home.live, running: 1 } }),
    });
    await screen.findByRole('tablist', { name: list });
    await screen.findAllByRole('table');
    expect(selectedTab(list)).toBe('Paper');
    expect(app.address()).toContain('mode=test');
  });
});
