import { Field, Input, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { BasketPreview } from '../../../shared/contract/baskets.ts';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';

const useStyles = makeStyles({
  small: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

interface LiveCeremonyProps {
  name: string;
  preview: BasketPreview;
  /** As typed; null where the name is not asked for. */
  typed: string | null;
  onType: (text: string) => void;
}

/** Last step between a plan and real money: what is sent, how, and the name typed by hand. */
export const LiveCeremony = ({ name, preview, typed, onType }: LiveCeremonyProps) => {
  const styles = useStyles();
  const { orders } = preview;
  const sales = orders.filter(({ side }) => side === 'sell').length;
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <strong>{t('Real money.')}</strong>{' '}
          {t('These {{count}} orders are sent to Angel One as limit orders close to the last price.', {
            count: orders.length,
          })}
          {sales > 0 && sales < orders.length && (
            <> {t('The purchases follow once the sales have gone through.')}</>
          )}
        </MessageBarBody>
      </MessageBar>
      <p className={styles.small}>
        {t(
          'A share that is refused or fills in part is named with the basket, and a rebalance puts it right. A basket has no stop-loss.',
        )}
      </p>
      {typed !== null && (
        <Field
          label={
            <Sentence
              text="Type <strong>{{name}}</strong> to confirm"
              values={{ name }}
              parts={{ strong: <strong /> }}
            />
          }
        >
          <Input value={typed} maxLength={60} autoComplete="off" onChange={(_, data) => onType(data.value)} />
        </Field>
      )}
    </>
  );
};
