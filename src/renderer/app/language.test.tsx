// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleSettings } from '../test-harness/samples.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { themeFor } from './theme.ts';

afterEach(closeWindow);

const chooseHindi = async () => fireEvent.click(await screen.findByRole('radio', { name: 'हिन्दी' }));

test('choosing Hindi paints the window in Hindi, at the same address', async () => {
  const { fake, address } = await openWindow('/settings?section=appearance');
  expect((await screen.findByText('हिन्दी')).lang).toBe('hi');
  await chooseHindi();
  expect(await screen.findByRole('heading', { level: 1, name: 'सेटिंग' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'मुख्य मेन्यू' }).textContent).toContain('मेरी स्ट्रैटेजी');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'हिन्दी' }).checked).toBe(true);
  expect(document.documentElement.lang).toBe('hi');
  expect(screen.getByRole('status', { name: 'सूचनाएँ' })).toBeTruthy();
  expect(address()).toBe('/settings?section=appearance');
  expect(fake.inputsOf('desktop.settings.change')).toEqual([{ language: 'hi' }]);
  fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
});

test('Hindi is named once its letters are there: until then its name would be boxes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => promise } });
  try {
    await openWindow('/settings?section=appearance');
    await screen.findByRole('radio', { name: 'हिन्दी' });
    expect(screen.queryByText('हिन्दी')).toBeNull();
    resolve();
    expect(await screen.findByText('हिन्दी')).toBeTruthy();
  } finally {
    Reflect.deleteProperty(document, 'fonts');
  }
});

test('money keeps Latin digits and its grouping in Hindi', async () => {
  await openWindow('/settings');
  const english = (await screen.findByRole('group', { name: 'Preview of the money colours' })).textContent;
  await chooseHindi();
  const hindi = await screen.findByRole('group', { name: 'पैसे के रंगों की झलक' });
  expect(hindi.textContent).toBe(english);
  expect(english).toContain('+₹5,230.25');
});

test('a window whose language is Hindi opens in Hindi, and a page is found by either name', async () => {
  await openWindow('/home', {
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' as const }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /पेज या स्ट्रैटेजी पर जाएँ/ }));
  const box = await screen.findByRole('combobox', { name: /^पेज, स्ट्रैटेजी/, hidden: true });
  for (const name of ['wallet hist', 'वॉलेट हि']) {
    fireEvent.change(box, { target: { value: name } });
    await waitFor(() =>
      expect(screen.getAllByRole('option', { hidden: true }).map((item) => item.textContent)).toContain(
        'वॉलेट हिस्ट्री',
      ),
    );
  }
});

test('lines of Devanagari stand further apart', () => {
  const heightIn = (language: 'en' | 'hi') =>
    themeFor({ ...sampleSettings, language }, { isDark: false, contrast: 'usual' }).lineHeightBase300;
  expect([heightIn('en'), heightIn('hi')]).toEqual(['20px', '23px']);
});

test('a card on paper says so in Hindi', async () => {
  await openWindow('/my-strategies?tab=Test', {
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' as const }),
  });
  expect((await screen.findAllByText(/^पेपर · /)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^Paper · /)).toBeNull();
});
