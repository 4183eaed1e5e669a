import { expect, it } from 'vitest';
import { callFacts } from '../../build/call-facts.ts';
import { CALL_FACTS } from '../../src/shared/call-facts.ts';

type Load = (id: string) => Promise<string | null>;

it('the build of the window puts the facts of the contract in place of the module that works them out', async () => {
  const load = callFacts().load as Load;
  const code = (await load('C:\\code\\src\\shared\\call-facts.ts')) ?? '';
  expect(code).not.toMatch(/^import\b/m);
  expect(JSON.parse(code.replace('export const CALL_FACTS = ', '').replace(/;$/, ''))).toEqual(CALL_FACTS);
  expect(CALL_FACTS['wallet.transfer']).toEqual({
    right: { action: 'manage', subject: 'Wallet' },
    money: 'ledger',
  });
  expect(await load('/code/src/shared/ability.ts')).toBeNull();
});
