import { useEffect, useRef, useState } from 'react';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import type { PickedLeg } from '../../features/options/picked-legs.ts';
import { createAction } from '../../state/action.ts';

export type Preview = OutputOf<typeof manual.preview>;
export type Product = InputOf<typeof manual.preview>['product'];

/** End of an order of a leg. */
export type LegOutcome =
  | { readonly kind: 'filled' | 'placed' | 'held-back' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Its answer was lost: it may be there. */
  | { readonly kind: 'unknown'; readonly failure: Failure };

/** Whether an order of a leg is there. */
export const isThrough = (outcome: LegOutcome | null | undefined): boolean =>
  outcome?.kind === 'filled' || outcome?.kind === 'placed';

/** Legs in the order in which they go out: what is bought covers what is sold. */
export const boughtFirst = <Leg extends PickedLeg>(legs: readonly Leg[]): Leg[] => [
  ...legs.filter(({ side }) => side === 'buy'),
  ...legs.filter(({ side }) => side === 'sell'),
];

/** An order of a leg at the market's price. */
const orderOf = ({ symbol, side, lots }: PickedLeg, product: Product): InputOf<typeof manual.preview> => ({
  ...{ symbol, side, product, type: 'market', size: { by: 'lots', amount: lots } },
  ...{ price: null, triggerPrice: null, stopLoss: null, target: null },
});

/** Cost of a leg, or why it is not known. */
export interface LegPreview {
  readonly preview: Preview | null;
  readonly failure: Failure | null;
}

/** Prices move: previews are asked for again. */
const AGAIN_MS = 5_000;

/** React hook: previews of legs, in their order; null until all are there. */
export const usePreviews = (
  legs: readonly PickedLeg[],
  product: Product,
  isAsked: boolean,
): readonly LegPreview[] | null => {
  const [known, setKnown] = useState<{ product: Product; legs: readonly LegPreview[] } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const answers = await Promise.all(legs.map((leg) => api.manual.preview(orderOf(leg, product))));
      if (isOver) return;
      const previews = answers.map((answer) =>
        answer.ok ? { preview: answer.value, failure: null } : { preview: null, failure: answer.failure },
      );
      setKnown({ product, legs: previews });
      timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [legs, product, isAsked]);
  return known?.product === product ? known.legs : null;
};

/** Failures after which an order is certainly not there. */
const NOT_SENT: ReadonlySet<FailureCode> = new Set(['invalid', 'refused', 'forbidden', 'not-found', 'rate']);

/** An order of its own: however often it is sent with its mark, there is one. */
const newOrder = () => ({
  action: createAction(api.manual.place, { presentation: 'dialog' }),
  mark: crypto.randomUUID() as string,
});

/** React hook: legs as orders on paper, one after another, and what each came to. */
export const useLegOrders = (legs: readonly PickedLeg[], product: Product) => {
  const orders = useRef(new Map<number, ReturnType<typeof newOrder>>());
  const [outcomes, setOutcomes] = useState<readonly (LegOutcome | null)[]>(() => legs.map(() => null));
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef(false);
  const placeLeg = async (leg: PickedLeg, at: number): Promise<LegOutcome> => {
    const own = orders.current.get(at) ?? newOrder();
    orders.current.set(at, own);
    const result = await own.action.run({ ...orderOf(leg, product), mark: own.mark });
    if (!result.ok)
      return NOT_SENT.has(result.failure.code)
        ? { kind: 'refused', reason: result.failure.message }
        : { kind: 'unknown', failure: result.failure };
    const { state, filledQuantity, reason } = result.value.order;
    if (!SHORT_STATES.includes(state) || filledQuantity > 0)
      return { kind: state === 'filled' ? 'filled' : 'placed' };
    // That order has ended. The next one is another.
    orders.current.delete(at);
    return { kind: 'refused', reason };
  };
  const place = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setIsRunning(true);
    const done = [...outcomes];
    for (const [at, leg] of legs.entries()) {
      if (isThrough(done[at])) continue;
      const isCovered = legs.every(({ side }, other) => side === 'sell' || isThrough(done[other]));
      done[at] = leg.side === 'sell' && !isCovered ? { kind: 'held-back' } : await placeLeg(leg, at);
      setOutcomes([...done]);
    }
    running.current = false;
    setIsRunning(false);
  };
  return { outcomes, isRunning, place };
};
