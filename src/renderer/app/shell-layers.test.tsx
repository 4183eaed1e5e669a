// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';

const loaded = vi.hoisted(() => new Set<string>());
vi.mock(import('./palette/palette.tsx'), () => {
  loaded.add('palette');
  return { Palette: () => <></> };
});
vi.mock(import('../features/manual/order-dialog.tsx'), () => {
  loaded.add('ticket');
  return { ManualOrderFlow: () => <></> };
});

afterEach(closeWindow);

test('palette and order ticket are there before they are asked for: letters typed at once are theirs', async () => {
  await openWindow('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  await waitFor(() => expect([...loaded].sort()).toEqual(['palette', 'ticket']));
});
