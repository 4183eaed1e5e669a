import { expect, it } from 'vitest';
import { type Brackets, WriteQueue } from './write-queue.ts';

const nothing = (): void => undefined;

it('answers everybody, and goes on, when not even the rollback of a failed commit can be written', async () => {
  let isBroken = true;
  let isOpen = false;
  const brackets: Brackets = {
    begin: () => {
      if (isOpen) throw new Error('cannot start a transaction within a transaction');
      isOpen = true;
    },
    commit: () => {
      if (isBroken) throw new Error('disk I/O error at the commit');
      isOpen = false;
    },
    rollback: () => {
      if (isBroken) throw new Error('disk I/O error at the rollback');
      isOpen = false;
    },
    savepoint: nothing,
    release: nothing,
    undo: nothing,
  };
  const queue = new WriteQueue(brackets);
  const write = (): Promise<string> => queue.run(() => Promise.resolve('written'));
  const soon = (): Promise<string> => new Promise((done) => setTimeout(() => done('not answered'), 500));
  const answer = (): Promise<string> =>
    Promise.race([write().catch((error: unknown) => String(error)), soon()]);
  expect(await answer()).toBe('Error: disk I/O error at the commit');
  isBroken = false;
  expect(await answer()).toBe('written');
});
