import { useEffect, useMemo, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Order, Position } from '../../../shared/contract/positions.ts';
import type { ChartBoard } from '../../features/charts/drawings/board.ts';
import type { LineWishes } from '../../features/charts/lines/line-hand.ts';
import { type OwnedLine, orderLines } from '../../features/charts/lines/owned-line.ts';
import { type HeldOnChart, namedByOwner, positionLines } from '../../features/charts/lines/position-lines.ts';
import { isCancellable } from '../../features/manual/order-change.ts';
import { LevelsDialog, type WishedLevels } from '../../features/manual/levels-dialog.tsx';
import { useWorkingOrders } from '../../features/manual/working-orders.ts';
import { CancelDialog } from '../../features/trades/cancel-dialog.tsx';
import { t } from '../../i18n/translate.ts';
import { askManualChange } from '../../state/manual-change.ts';
import { quotesNow } from '../../state/quotes.ts';
import { notify } from '../../ui/toasts.tsx';
import { tickOfInstrument } from './price-tick.ts';

interface OnChart {
  readonly board: ChartBoard;
  readonly symbol: string;
  readonly source: Source;
  readonly held: readonly HeldOnChart[];
  /** Neither orders nor levels are shown in a replay. */
  readonly isReplayed: boolean;
  /** Time of the last candle, epoch ms; 0 before there is one. */
  readonly at: number;
}

type Question =
  | { readonly kind: 'levels'; readonly position: Position; readonly wished: WishedLevels }
  | { readonly kind: 'cancel'; readonly order: Order };

const NONE: readonly OwnedLine[] = [];

const sayGone = ({ label }: OwnedLine): void =>
  notify({ tone: 'news', message: t('{{line}} is no longer there.', { line: label }) });

/** React hook: orders by hand and levels on a chart, and the question about one of them that stands open. */
export const useOwnLines = ({ board, symbol, source, held, isReplayed, at }: OnChart) => {
  const [question, setQuestion] = useState<Question | null>(null);
  const working = useWorkingOrders({ symbol, source });
  const lines = useMemo(
    () =>
      isReplayed
        ? NONE
        : [
            ...positionLines(held, (label, position) => namedByOwner(label, position, held)),
            ...orderLines(working),
          ],
    [isReplayed, held, working],
  );
  const wishes = useMemo((): LineWishes => {
    const orderOf = ({ owner }: OwnedLine): Order | undefined =>
      owner.kind === 'order' ? working.find(({ orderId }) => orderId === owner.orderId) : undefined;
    return {
      tickOf: tickOfInstrument(symbol, at),
      onOpen: (line, wished) => {
        const { owner, kind } = line;
        const order = orderOf(line);
        const position = owner.kind === 'position' ? quotesNow().values.get(owner.positionId) : undefined;
        if (order)
          askManualChange(
            order,
            wished === null ? {} : kind === 'trigger' ? { triggerPrice: wished } : { price: wished },
          );
        else if (position)
          setQuestion({
            ...{ kind: 'levels', position },
            wished: wished === null ? {} : kind === 'target' ? { target: wished } : { stopLoss: wished },
          });
        else sayGone(line);
      },
      onCancel: (line) => {
        const order = orderOf(line);
        if (!order) sayGone(line);
        else if (isCancellable(order)) setQuestion({ kind: 'cancel', order });
        else
          notify({
            tone: 'news',
            message: t('Nobody knows yet whether this order is there. Settle it in Order history.'),
          });
      },
    };
  }, [symbol, at, working]);
  // What is shown of another market is no news about an order.
  useEffect(() => board.lines.release(), [board, source, isReplayed]);
  useEffect(() => board.lines.use(lines, wishes), [board, lines, wishes]);
  const close = () => setQuestion(null);
  return {
    lines,
    question:
      question?.kind === 'levels' ? (
        <LevelsDialog position={question.position} wished={question.wished} onDone={close} onClose={close} />
      ) : (
        question && <CancelDialog order={question.order} onClose={close} />
      ),
  };
};
