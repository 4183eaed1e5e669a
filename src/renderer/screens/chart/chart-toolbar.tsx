import { Button, Select, Tab, TabList } from '@fluentui/react-components';
import type { ChartBoard } from '../../features/charts/drawings/board.ts';
import { DrawMenu } from '../../features/charts/drawings/draw-menu.tsx';
import type { Drawings } from '../../features/charts/drawings/use-drawings.ts';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { labels, t } from '../../i18n/translate.ts';
import { popOut, windowKind } from '../../state/window-kind.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AXES, chartAddress, type ChartSearch, SOURCES, SPANS, TIMEFRAMES } from './chart-search.ts';

const axisLabels = labels({ price: 'Price axis', percent: 'Percent axis', log: 'Log axis' });
const spanLabels = labels({ recent: 'Latest candles', all: 'Whole history' });

interface ChartToolbarProps {
  symbol: string;
  search: ChartSearch;
  onSearch: (changed: Partial<ChartSearch>) => void;
  board: ChartBoard;
  kept: Drawings;
  onIndicators: () => void;
  onCompare: () => void;
  onDrawings: () => void;
  /** Null while a replay runs, and where there is nothing to replay. */
  onReplay: (() => void) | null;
}

/** Choices over the chart of an instrument. */
export const ChartToolbar = ({
  symbol,
  search,
  onSearch,
  board,
  kept,
  onIndicators,
  onCompare,
  onDrawings,
  onReplay,
}: ChartToolbarProps) => {
  const { source, timeframe, span, axis } = search;
  return (
    <Toolbar
      start={
        <TabList
          aria-label={t('How much of the history')}
          selectedValue={span}
          onTabSelect={(_, data) => onSearch({ span: data.value as (typeof SPANS)[number] })}
        >
          {SPANS.map((name) => (
            <Tab key={name} value={name}>
              {spanLabels[name]}
            </Tab>
          ))}
        </TabList>
      }
      end={
        <>
          <Select
            size="small"
            aria-label={t('Prices of')}
            value={source}
            onChange={(_, data) => onSearch({ source: data.value as typeof source })}
          >
            {SOURCES.map((name) => (
              <option key={name} value={name}>
                {SOURCE_LABELS[name]}
              </option>
            ))}
          </Select>
          <Select
            size="small"
            aria-label={t('Timeframe')}
            value={timeframe}
            onChange={(_, data) => onSearch({ timeframe: data.value as typeof timeframe })}
          >
            {TIMEFRAMES.map((name) => (
              <option key={name} value={name}>
                {TIMEFRAME_LABELS[name]}
              </option>
            ))}
          </Select>
          <Button size="small" onClick={onIndicators}>
            {t('Indicators…')}
          </Button>
          {span === 'recent' && (
            <>
              <Button size="small" onClick={onCompare}>
                {t('Compare…')}
              </Button>
              <Select
                size="small"
                aria-label={t('Price axis')}
                value={axis}
                onChange={(_, data) => onSearch({ axis: data.value as typeof axis })}
              >
                {AXES.map((name) => (
                  <option key={name} value={name}>
                    {axisLabels[name]}
                  </option>
                ))}
              </Select>
              <DrawMenu board={board} kept={kept} onList={onDrawings} />
            </>
          )}
          {onReplay && (
            <Button size="small" onClick={onReplay}>
              {t('Bar replay')}
            </Button>
          )}
          {windowKind() === 'main' && (
            <Button size="small" onClick={() => popOut(chartAddress(symbol, search))}>
              {t('Pop out')}
            </Button>
          )}
        </>
      }
    />
  );
};
