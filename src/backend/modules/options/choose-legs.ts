import { contractOf } from '../../../engine/contracts/contract.ts';
import { chooseContract } from '../../../engine/legs/contract-choice.ts';
import { simulatedLegMarket } from '../../market/simulated/leg-market.ts';
import { quoteOptions } from '../../market/simulated/option-quotes.ts';
import { requireLegDocument } from '../../trading/legs/require-leg-document.ts';
import { Refusal } from '../../refusal.ts';
import { requireOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Contracts that the legs of a document would be entered in now. */
export const chooseLegs =
  (deps: OptionsDeps): OptionsCalls['chosen'] =>
  ({ document: input }, { userId }) => {
    const document = requireLegDocument(input);
    const market = requireOptions(deps, userId, document.underlying);
    const prices = simulatedLegMarket(market);
    const legs = document.legs.flatMap((leg) => {
      const chosen = chooseContract(leg, document, prices);
      if (!chosen.ok) throw new Refusal('refused', chosen.failure.message);
      const { symbol, expiry } = chosen.value;
      const contract = contractOf(symbol);
      const { side, lots } = leg;
      if (contract?.kind === 'future') {
        const price = prices.priceOf(symbol);
        return price === null ? [] : [{ symbol, side, lots, price }];
      }
      if (!contract) return [];
      const quote = quoteOptions({ ...market, expiry, lotSize: 1 })(contract.right, contract.strike);
      return [{ symbol, side, lots, price: side === 'buy' ? quote.ask : quote.bid }];
    });
    return { legs };
  };
