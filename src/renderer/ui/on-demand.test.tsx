// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { onDemand } from './on-demand.ts';

beforeAll(completeBrowser);
afterEach(cleanup);

const wordFile = () => {
  const load = vi.fn(() => Promise.resolve({ word: 'loaded' }));
  const file = onDemand(load);
  const Word = () => file.use()?.word ?? 'nothing';
  return { load, file, Word };
};

test('it is loaded behind what is shown, once for all who use it', async () => {
  const { load, Word } = wordFile();
  const { container } = render([<Word key="1" />, <Word key="2" />]);
  expect(container.textContent).toBe('nothingnothing');
  await waitFor(() => expect(container.textContent).toBe('loadedloaded'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was loaded before is there with the first paint', async () => {
  const { load, file, Word } = wordFile();
  expect(await file.load()).toEqual({ word: 'loaded' });
  expect(render(<Word />).container.textContent).toBe('loaded');
  expect(load).toHaveBeenCalledTimes(1);
});

test('what could not be loaded is tried again by the next caller', async () => {
  const { load, file, Word } = wordFile();
  load.mockRejectedValueOnce(new Error('The file is not there'));
  await expect(file.load()).rejects.toThrow('The file is not there');
  const { container } = render(<Word />);
  await waitFor(() => expect(container.textContent).toBe('loaded'));
});
