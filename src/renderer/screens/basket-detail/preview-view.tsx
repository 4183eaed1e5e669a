import { Input, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { BasketPreview } from '../../../shared/contract/baskets.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';

type PreviewOrder = BasketPreview['orders'][number];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  quiet: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  quantity: { width: '88px' },
});

interface PreviewViewProps {
  preview: BasketPreview;
  /** Quantities as typed, by symbol; null where they cannot be changed. */
  edits: Readonly<Record<string, string>> | null;
  onEdit: (symbol: string, text: string) => void;
}

const Side = ({
  side,
  orders,
  edits,
  onEdit,
}: { side: 'buy' | 'sell'; orders: readonly PreviewOrder[] } & Pick<
  PreviewViewProps,
  'edits' | 'onEdit'
>) => {
  const styles = useStyles();
  if (orders.length === 0) return null;
  const title = t(side === 'sell' ? 'Sell' : 'Buy');
  const columns: readonly Column<PreviewOrder>[] = [
    { key: 'symbol', title: t('Share', { context: 'equity' }), render: (row) => row.symbol },
    {
      key: 'quantity',
      title: t('Shares'),
      align: 'end',
      render: (row) =>
        edits === null ? (
          formatCount(row.quantity)
        ) : (
          <Input
            className={styles.quantity}
            size="small"
            inputMode="numeric"
            aria-label={t(side === 'sell' ? 'Sell {{symbol}}: shares' : 'Buy {{symbol}}: shares', {
              symbol: row.symbol,
            })}
            value={edits[row.symbol] ?? String(row.quantity)}
            onChange={(_, data) => onEdit(row.symbol, data.value)}
          />
        ),
    },
    { key: 'price', title: t('At about'), align: 'end', render: (row) => `₹${formatPrice(row.price)}` },
    { key: 'value', title: t('Amount'), align: 'end', render: (row) => formatRupees(row.value) },
    { key: 'charges', title: t('Charges'), align: 'end', render: (row) => formatRupees(row.charges) },
  ];
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>
        {title} ({orders.length})
      </h3>
      <DataTable
        label={side === 'sell' ? t('Sell orders') : t('Buy orders')}
        columns={columns}
        rows={orders}
        rowKey={(row) => row.symbol}
      />
    </section>
  );
};

/** Sales, purchases and unchanged holdings of a plan. It shows what that costs and what stays in cash. */
export const PreviewView = ({ preview, edits, onEdit }: PreviewViewProps) => {
  const styles = useStyles();
  const { orders, unchanged, folded, problems } = preview;
  const of = (side: 'buy' | 'sell') => orders.filter((order) => order.side === side);
  return (
    <div className={styles.root}>
      {problems.map(({ symbol, sentence }) => (
        <MessageBar key={symbol} intent="warning" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{sentence}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      ))}
      <Side side="sell" orders={of('sell')} edits={edits} onEdit={onEdit} />
      <Side side="buy" orders={of('buy')} edits={edits} onEdit={onEdit} />
      {orders.length === 0 && (
        <span>{t('Nothing needs to be bought or sold: every weight is near its target.')}</span>
      )}
      {preview.kind !== 'open' && unchanged.length > 0 && (
        <section className={styles.part} aria-label={t('Unchanged')}>
          <h3 className={styles.title}>{t('Unchanged ({{number}})', { number: unchanged.length })}</h3>
          <p className={styles.quiet}>
            {unchanged.map(({ symbol, quantity }) => `${symbol} ${formatCount(quantity)}`).join(' · ')}
          </p>
        </section>
      )}
      {folded.length > 0 && (
        <section className={styles.part} aria-label={t('Folded away')}>
          <h3 className={styles.title}>{t('Folded away ({{number}})', { number: folded.length })}</h3>
          {folded.map(({ symbol, side, quantity, value, why }) => (
            <p key={symbol} className={styles.quiet}>
              {t(
                side === 'buy'
                  ? 'Buy {{quantity}} {{symbol}} for {{value}}: not done. {{why}}.'
                  : 'Sell {{quantity}} {{symbol}} for {{value}}: not done. {{why}}.',
                { quantity: formatCount(quantity), symbol, value: formatRupees(value), why },
              )}
            </p>
          ))}
        </section>
      )}
      <Facts
        facts={[
          ...(preview.amount > 0 ? [[t('Goes in'), formatRupees(preview.amount)] as const] : []),
          ...(preview.sold > 0 ? [[t('Sold for'), formatRupees(preview.sold)] as const] : []),
          [t('Bought for'), formatRupees(preview.bought)],
          [t('Charges'), formatRupees(preview.charges)],
          [t('Stays in cash'), formatRupees(preview.cashLeft)],
        ]}
      />
    </div>
  );
};
