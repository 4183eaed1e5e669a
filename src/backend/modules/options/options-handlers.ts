import { listChain } from './list-chain.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Chains of options. */
export const optionsHandlers = (deps: OptionsDeps): OptionsCalls => ({ chain: listChain(deps) });
