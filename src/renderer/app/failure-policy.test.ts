import { expect, test, vi } from 'vitest';
import { FAILURE_CODES, type Failure } from '../../shared/failure.ts';
import { reactTo } from './failure-policy.ts';

const react = (failure: Failure, presentation: 'toast' | 'dialog' = 'toast') => {
  const effects = { toast: vi.fn(), goToSignIn: vi.fn() };
  reactTo(failure, presentation, effects);
  return { said: effects.toast.mock.calls.flat(), isSignedOut: effects.goToSignIn.mock.calls.length > 0 };
};

test('401 says its fixed words and leads to sign-in, even from a dialog', () => {
  for (const code of ['session', 'unauthorised'] as const) {
    for (const presentation of ['toast', 'dialog'] as const) {
      expect(react({ code, message: 'expired' }, presentation)).toEqual({
        said: ['Unautherised user'],
        isSignedOut: true,
      });
    }
  }
});

test('a wrong password is a 401 too, but leads nowhere', () => {
  expect(react({ code: 'credentials', message: 'Wrong name or password' })).toEqual({
    said: ['Unautherised user'],
    isSignedOut: false,
  });
});

test('500 says its fixed words, whatever the server wrote', () => {
  expect(react({ code: 'internal', message: 'stack trace' }).said).toEqual(['Internal server Error']);
});

test('every other failure says what the server said', () => {
  const fixed = ['session', 'unauthorised', 'credentials', 'internal'];
  for (const code of FAILURE_CODES.filter((each) => !fixed.includes(each))) {
    expect(react({ code, message: `about ${code}` })).toEqual({
      said: [`about ${code}`],
      isSignedOut: false,
    });
  }
});

test('a dialog that shows its failure gets no toast beside it', () => {
  expect(react({ code: 'refused', message: 'Insufficient balance' }, 'dialog').said).toEqual([]);
  expect(react({ code: 'internal', message: 'Internal server Error' }, 'dialog').said).toEqual([]);
});
