import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChartMultipleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import type { Column } from '../../ui/data-table.tsx';
import { heldMarkOf } from '../manual/armed-subject.ts';
import { CloseDialog } from '../manual/close-dialog.tsx';
import { LevelsDialog } from '../manual/levels-dialog.tsx';
import { SymbolMore } from '../symbols/symbol-more.tsx';
import { chartOf, chartSymbolOf, isContract } from './chart-of.ts';
import { ExitDialog } from './exit-dialog.tsx';
import type { ShownPosition } from './net-positions.ts';
import { StopLossDialog } from './stop-loss-dialog.tsx';

const useStyles = makeStyles({
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
  action: { minWidth: 0 },
});

/** Actions on an open position from its row. */
export interface PositionActions {
  onExit: (position: ShownPosition) => void;
  onStopLoss: (position: Position) => void;
}

const RowActions = ({ position, onExit, onStopLoss }: { position: ShownPosition } & PositionActions) => {
  const styles = useStyles();
  const { parts, symbol } = position;
  const chartName = t('Chart of {{symbol}}', { symbol: chartSymbolOf(position.symbol) });
  return (
    <span className={styles.actions} {...heldMarkOf(position)}>
      <Button
        as="a"
        size="small"
        className={styles.action}
        appearance="subtle"
        icon={<ChartMultipleRegular />}
        aria-label={chartName}
        title={chartName}
        href={routeHref(chartOf(position))}
      />
      <Button
        size="small"
        className={styles.action}
        data-act="exit"
        aria-label={parts ? t('Exit all of {{symbol}}', { symbol }) : t('Exit {{symbol}}', { symbol })}
        onClick={() => onExit(position)}
      >
        {t('Exit…')}
      </Button>
      {!parts && (position.isManual || (!position.isBasket && !isContract(symbol))) && (
        <Button
          size="small"
          className={styles.action}
          appearance="subtle"
          aria-label={t('Modify SL/TGT of {{symbol}}', { symbol })}
          onClick={() => onStopLoss(position)}
        >
          {t('SL/TGT')}
        </Button>
      )}
      <SymbolMore symbol={symbol} source={position.source} />
    </span>
  );
};

/** Chart, exit and stop of a position, in its row. One that is closed has none. */
export const actionsColumn = (actions: PositionActions): Column<ShownPosition> => ({
  key: 'actions',
  title: t('Actions'),
  isTitleHidden: true,
  isPinned: true,
  render: (row) => row.status === 'open' && <RowActions position={row} {...actions} />,
});

/** React hook: what a row can ask for, and the question that stands open. `onDone` follows every one that was carried out. */
export const usePositionActions = (onDone: () => void) => {
  const [asking, setAsking] = useState<{ what: 'exit' | 'stop-loss'; position: ShownPosition } | null>(null);
  const [Exit, Levels] = asking?.position.isManual
    ? [CloseDialog, LevelsDialog]
    : [ExitDialog, StopLossDialog];
  const Question = asking?.what === 'exit' ? Exit : Levels;
  const close = () => setAsking(null);
  const done = () => {
    close();
    onDone();
  };
  return {
    onExit: (position: ShownPosition) => setAsking({ what: 'exit', position }),
    onStopLoss: (position: Position) => setAsking({ what: 'stop-loss', position }),
    question: asking && <Question position={asking.position} onDone={done} onClose={close} />,
  };
};
