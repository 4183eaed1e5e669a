import { describe, expect, it } from 'vitest';
import { nextStep, type PlannedOrder, type PlannedPosition } from './position-plan.ts';

const order = (
  id: number,
  purpose: PlannedOrder['purpose'],
  is: Partial<PlannedOrder> = {},
): PlannedOrder => ({
  id,
  purpose,
  isIntended: false,
  isUnknown: false,
  isCancelling: false,
  remaining: 10,
  trigger: purpose === 'stop-loss' ? 99_00 : null,
  ...is,
});
const entry = (is?: Partial<PlannedOrder>) => order(1, 'entry', is);
const stop = (is?: Partial<PlannedOrder>) => order(2, 'stop-loss', is);
const exit = (is?: Partial<PlannedOrder>) => order(3, 'exit', is);
const intended = { isIntended: true };
const cancelling = { isCancelling: true };
const unknown = { isUnknown: true };

const plan = (orders: readonly PlannedOrder[], is: Partial<PlannedPosition> = {}) =>
  nextStep({ quantity: 10, stop: 99_00, orders, ...is });
const NOTHING = { do: 'nothing' };

describe('a position that is held', () => {
  it('gets its stop when there is none', () => {
    expect(plan([])).toEqual({ do: 'place-stop', quantity: 10, trigger: 99_00 });
    expect(plan([entry()])).toEqual({ do: 'place-stop', quantity: 10, trigger: 99_00 });
  });
  it('is left alone when its stop rests as it is wanted, or when none is wanted', () => {
    expect(plan([stop()])).toEqual(NOTHING);
    expect(plan([], { stop: null })).toEqual(NOTHING);
  });
  it('has its stop follow the quantity and the level', () => {
    expect(plan([stop({ remaining: 7 })])).toEqual({
      do: 'change-stop',
      orderId: 2,
      quantity: 10,
      trigger: 99_00,
    });
    expect(plan([stop({ trigger: 98_00 })])).toEqual({
      do: 'change-stop',
      orderId: 2,
      quantity: 10,
      trigger: 99_00,
    });
  });
  it('has a stop taken back that is not wanted any more', () => {
    expect(plan([stop()], { stop: null })).toEqual({ do: 'cancel', orderId: 2 });
  });
  it('has a stop dropped that was written and not sent before a restart', () => {
    expect(plan([stop(intended)])).toEqual({ do: 'drop', orderId: 2 });
  });
  it.each([
    ['unknown', unknown],
    ['being cancelled', cancelling],
  ])('gets no second stop beside one that is %s, and that one is not changed', (_name, is) => {
    expect(plan([stop({ ...is, remaining: 7 })])).toEqual(NOTHING);
    expect(plan([stop(is)], { stop: null })).toEqual(NOTHING);
  });
});

describe('a position that is to be left', () => {
  it('has what is still to be bought taken back first', () => {
    expect(plan([entry(), stop(), exit(intended)])).toEqual({ do: 'cancel', orderId: 1 });
    expect(plan([entry(intended), exit(intended)])).toEqual({ do: 'drop', orderId: 1 });
  });
  it('has its stop taken back before the exit is sent', () => {
    expect(plan([stop(), exit(intended)])).toEqual({ do: 'cancel', orderId: 2 });
    expect(plan([entry(cancelling), stop(), exit(intended)])).toEqual({ do: 'cancel', orderId: 2 });
    expect(plan([stop(intended), exit(intended)])).toEqual({ do: 'drop', orderId: 2 });
  });
  it.each([
    ['unknown', unknown],
    ['not seen to be gone', cancelling],
  ])('sends nothing while its stop is %s', (_name, is) => {
    expect(plan([stop(is), exit(intended)])).toEqual(NOTHING);
  });
  it('sends the exit when the stop is gone, and not for more than is held', () => {
    expect(plan([exit(intended)])).toEqual({ do: 'send-exit', orderId: 3, quantity: 10 });
    expect(plan([exit(intended)], { quantity: 4 })).toEqual({ do: 'send-exit', orderId: 3, quantity: 4 });
    expect(plan([exit({ ...intended, remaining: 3 })])).toEqual({ do: 'send-exit', orderId: 3, quantity: 3 });
  });
  it('sends no second exit beside one that is out or unknown', () => {
    expect(plan([exit()])).toEqual(NOTHING);
    expect(plan([exit(unknown)])).toEqual(NOTHING);
  });
});

describe('a position that is over', () => {
  const over = { quantity: 0 };
  it('has its stop, then its exit, then its entry taken back', () => {
    expect(plan([entry(), stop(), exit()], over)).toEqual({ do: 'cancel', orderId: 2 });
    expect(plan([entry(), exit()], over)).toEqual({ do: 'cancel', orderId: 3 });
    expect(plan([entry()], over)).toEqual({ do: 'cancel', orderId: 1 });
    expect(plan([exit(intended)], over)).toEqual({ do: 'drop', orderId: 3 });
  });
  it('asks for nothing twice, and needs nothing more in the end', () => {
    expect(plan([stop(cancelling)], over)).toEqual(NOTHING);
    expect(plan([stop(unknown)], over)).toEqual(NOTHING);
    expect(plan([], over)).toEqual(NOTHING);
  });
});

it('no plan ever has two orders at the broker that take shares off', () => {
  const states = [intended, cancelling, unknown, {}];
  for (const quantity of [0, 5, 10])
    for (const level of [null, 99_00])
      for (const ofStop of states)
        for (const ofExit of [null, ...states]) {
          const orders = [stop(ofStop), ...(ofExit ? [exit(ofExit)] : [])];
          const step = nextStep({ quantity, stop: level, orders });
          expect(['send-exit', 'place-stop']).not.toContain(step.do);
        }
});
