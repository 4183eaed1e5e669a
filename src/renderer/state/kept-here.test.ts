// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { lastPage } from './last-page.ts';
import { type RuleDraft, ruleDrafts } from './rule-drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
const draft: RuleDraft = {
  ...{ id: 'one', ownerId: 7, name: 'Turtle', capital: '100000', strategyId: null },
  ...{ document: {}, savedAt: 1 },
};

test('on a full computer the window goes on from page to page', () => {
  fill();
  lastPage.note(7, '#/chart/NIFTY');
  expect(lastPage.of(7)).toBe('#/chart/NIFTY');
});

test('a draft that this computer has no room for stays in the window, and that is said', () => {
  expect(ruleDrafts.save(draft)).toBe(true);
  const full = fill();
  expect(ruleDrafts.save({ ...draft, name: 'Turtle 2' })).toBe(false);
  expect(ruleDrafts.of(7)).toMatchObject([{ name: 'Turtle 2' }]);
  full.mockRestore();
  expect(ruleDrafts.save(draft)).toBe(true);
});
