import { t } from '../../i18n/translate.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
}: SellDialogProps) => {
  const closed = useClosedReason();
  return (
    <ConfirmDialog
      title={t('Square off {{name}}?', { name })}
      action={t('Square off & stop')}
      cancel={t('Cancel')}
      isDangerous
      isRunning={isRunning}
      problem={problem}
      onConfirm={onSell}
      onClose={onClose}
    >
      <span>
        {openPositions === 0
          ? t('No position is open. The strategy is stopped.')
          : mode === 'live'
            ? t(
                'Closes its {{count}} open positions with limit orders near the last price, then stops the strategy.',
                { count: openPositions },
              )
            : t('Closes its {{count}} open positions at the market price, then stops the strategy.', {
                count: openPositions,
              })}{' '}
        {t(
          mode === 'test'
            ? 'These are paper positions: no real order is sent.'
            : 'Real orders are sent to your broker.',
        )}
      </span>
      {mode === 'live' && openPositions > 0 && closed !== undefined && <span>{closed}</span>}
    </ConfirmDialog>
  );
};
