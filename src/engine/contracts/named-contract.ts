import { parseRupees } from '../../shared/money.ts';
import type { Exchange } from '../instrument.ts';
import type { Contract } from './contract.ts';

/** Parts of a contract as a name has them: without a strike, of a future. Whether it can be, `isContract` says. */
export const contractOfParts = (
  on: { readonly exchange: Exchange; readonly underlying: string; readonly expiry: string },
  strike: string | undefined,
  right: string | undefined,
): Contract =>
  strike === undefined
    ? { ...on, kind: 'future' }
    : {
        ...{ ...on, kind: 'option', strike: parseRupees(strike) ?? 0 },
        right: right === 'CE' ? 'call' : 'put',
      };

/** Number of a month by its one character: 1 to 9, O, N and D. As `01` to `12`. */
export const monthOfCode = (code: string): string =>
  String('123456789OND'.indexOf(code) + 1).padStart(2, '0');
