import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { MoreHorizontal16Regular } from '@fluentui/react-icons';
import type { Source } from '../../../shared/contract/fields.ts';
import { t } from '../../i18n/translate.ts';
import { symbolMenu } from '../../state/symbol-menu.ts';
import { SymbolText } from '../../ui/symbol-text.tsx';
import { focusedSubject, markOf } from './symbol-mark.ts';

const useStyles = makeStyles({
  more: { minWidth: '24px', padding: 0 },
  cell: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
});

interface SymbolMoreProps {
  readonly symbol: string;
  readonly source?: Source | null;
  /** Number of its row in a list with actions. */
  readonly rowId?: number | null;
  /** Name for screen readers, of what has no symbol. */
  readonly name?: string;
  /** False where the row has the menu by its keys. */
  readonly isTabStop?: boolean;
}

/** Button that opens the menu of a symbol, without a right click. */
export const SymbolMore = ({
  symbol,
  source = null,
  rowId = null,
  name = symbol,
  isTabStop = true,
}: SymbolMoreProps) => (
  <Button
    className={useStyles().more}
    size="small"
    appearance="subtle"
    icon={<MoreHorizontal16Regular />}
    aria-haspopup="menu"
    aria-label={t('More for {{symbol}}', { symbol: name })}
    tabIndex={isTabStop ? undefined : -1}
    {...(symbol === '' ? { 'data-row-id': rowId ?? undefined } : markOf(symbol, source, rowId))}
    onClick={(event) => {
      const found = focusedSubject(event.currentTarget);
      if (found) symbolMenu.open(found.subject, found.place);
    }}
  />
);

/** A symbol in a table, with the button of its menu. */
export const SymbolCell = ({ symbol, source = null }: { symbol: string; source?: Source | null }) => (
  <span className={useStyles().cell} {...markOf(symbol, source)}>
    <SymbolText symbol={symbol} />
    <SymbolMore symbol={symbol} source={source} />
  </span>
);
