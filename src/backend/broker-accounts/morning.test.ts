import { expect, it } from 'vitest';
import { isLoginTime, type Morning, morningStep } from './morning.ts';

const at = (clock: string, day = '2026-11-20'): number => Date.parse(`${day}T${clock}:00+05:30`);

const waiting: Morning = {
  now: at('08:20'),
  hasTotpSecret: false,
  isNeeded: true,
  triedAt: null,
  isRefused: false,
  remindedOn: null,
};

it.each([
  ['before seven', at('06:59'), false],
  ['from seven on', at('07:00'), true],
  ['until the index futures end', at('15:39'), true],
  ['after that', at('15:40'), false],
  ['on a Sunday', at('10:00', '2026-11-22'), false],
  ['on a holiday', at('10:00', '2026-11-24'), false],
])('a session is due %s: %s is %s', (_name, now, isDue) => {
  expect(isLoginTime(now)).toBe(isDue);
});

it.each<[string, Partial<Morning>, ReturnType<typeof morningStep>]>([
  ['reminds at 08:15', { now: at('08:15') }, 'remind'],
  ['not before', { now: at('08:14') }, null],
  ['not twice a day', { remindedOn: '2026-11-20' }, null],
  ['again the next day', { remindedOn: '2026-11-19' }, 'remind'],
  ['nobody for whom nothing waits', { isNeeded: false }, null],
  ['logs in by itself from seven on', { now: at('07:00'), hasTotpSecret: true }, 'log-in'],
  ['even when nothing waits yet', { hasTotpSecret: true, isNeeded: false }, 'log-in'],
  ['not again within five minutes', { now: at('07:14'), hasTotpSecret: true, triedAt: at('07:10') }, null],
  ['again after five', { now: at('07:15'), hasTotpSecret: true, triedAt: at('07:10') }, 'log-in'],
  ['reminds while it tries in vain', { hasTotpSecret: true, triedAt: at('08:18') }, 'remind'],
  ['never again what was refused', { now: at('08:00'), hasTotpSecret: true, isRefused: true }, null],
  ['reminds then', { hasTotpSecret: true, isRefused: true }, 'remind'],
])('the morning %s', (_name, change, step) => {
  expect(morningStep({ ...waiting, ...change })).toBe(step);
});
