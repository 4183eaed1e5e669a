import { expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { readAnswer, withoutAnswer } from './answer.ts';
import { NoAnswerError, NotSentError } from './http.ts';

const saidOf = (error: Error): string => {
  const result = withoutAnswer(contract.strategies.stop, error);
  return result.ok ? '' : `${result.failure.code}: ${result.failure.message}`;
};

test('only of a call that never left is it said that nothing was done', () => {
  expect(saidOf(new NotSentError('refused'))).toBe(
    'unavailable: The server cannot be reached. Nothing was done.',
  );
  expect(saidOf(new NoAnswerError('timed out'))).toBe(
    'unavailable: The server did not answer. If this was to change something, look before you try again.',
  );
});

test('a call of money whose answer is lost has an unknown outcome', () => {
  const result = withoutAnswer(contract.positions.exit, new NoAnswerError('timed out'));
  expect(result).toMatchObject({ ok: false, failure: { code: 'unknown-outcome' } });
});

test('a proxy that gives up on a stop leaves open whether it was done', () => {
  const result = readAnswer(contract.strategies.stop, { status: 504, body: '<html>Gateway Time-out</html>' });
  expect(result).toMatchObject({
    ok: false,
    failure: {
      code: 'unavailable',
      message: 'The server did not answer. If this was to change something, look before you try again.',
    },
  });
});

const NO_ANSWER = new NoAnswerError('timed out');
const GATEWAY_TIMEOUT = { status: 504, body: '<html>Gateway Time-out</html>' };

test('of a call that only reads it is said simply that no answer came, and to try again', () => {
  const plain = {
    ok: false,
    failure: { code: 'unavailable', message: 'The server did not answer. Try again.' },
  };
  for (const endpoint of [contract.positions.open, contract.home.header, contract.profile.mine]) {
    expect(withoutAnswer(endpoint, NO_ANSWER)).toMatchObject(plain);
    expect(readAnswer(endpoint, GATEWAY_TIMEOUT)).toMatchObject(plain);
  }
});

test('a call that changes something is never to be tried again unseen, whatever right it asks for', () => {
  const { strategies, positions, alerts, profile, session } = contract;
  const changing = [strategies.stop, positions.cancelOrder, alerts.read, alerts.preferences, profile.totp];
  for (const endpoint of [...changing, strategies.start, session.login])
    for (const result of [withoutAnswer(endpoint, NO_ANSWER), readAnswer(endpoint, GATEWAY_TIMEOUT)])
      expect(result.ok ? '' : result.failure.message).toMatch(/look before you try again/);
});
