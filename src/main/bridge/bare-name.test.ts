import { basename, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareName } from './bare-name.ts';

test.each([
  ['wallet-history.csv', 'wallet-history.csv'],
  ['आय 2026.csv', 'आय 2026.csv'],
  ['/etc/cron.d/evil', 'evil'],
  ['../../.ssh/authorized_keys', 'authorized_keys'],
  ['C:\\Windows\\System32\\evil.dll', 'evil.dll'],
  ['\\\\server\\share\\x.csv', 'x.csv'],
  ['.bashrc', 'bashrc'],
  ['/home/asha/', 'TrickDesk'],
  ['..', 'TrickDesk'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['trades.csv\0.exe', 'trades.csv.exe'],
  ['file.txt:stream', 'file.txtstream'],
  ['a\n/b.csv', 'b.csv'],
])('of %j a window may propose %j', (proposed, name) => expect(bareName(proposed)).toBe(name));

test('no name leads out of the folder that the person picks, on any system', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (proposed) => {
      const name = bareName(proposed);
      expect(name).not.toBe('');
      expect([basename(name), win32.basename(name)]).toEqual([name, name]);
      expect(name).not.toMatch(/^\./);
    }),
  ));
