import { ConfirmDialog } from './confirm-dialog.tsx';

interface SellDialogProps {
  name: string;
  mode: 'test' | 'live';
  openPositions: number;
  isRunning: boolean;
  problem: string | null;
  onSell: () => void;
  onClose: () => void;
}

/** Squares off a whole strategy; says what is sent and whether it is real money. */
export const SellDialog = ({
  name,
  mode,
  openPositions,
  isRunning,
  problem,
  onSell,
  onClose,
}: SellDialogProps) => (
  <ConfirmDialog
    title={`Sell ${name}?`}
    action="Sell and stop"
    cancel="Keep it"
    isDangerous
    isRunning={isRunning}
    problem={problem}
    onConfirm={onSell}
    onClose={onClose}
  >
    <span>
      {openPositions === 0
        ? 'No position is open. The strategy is stopped.'
        : `Closes ${openPositions === 1 ? 'its open position' : `its ${openPositions} open positions`} at the market price, then stops the strategy.`}{' '}
      {mode === 'test'
        ? 'These are paper positions: no real order is sent.'
        : 'Real orders are sent to your broker.'}
    </span>
  </ConfirmDialog>
);
