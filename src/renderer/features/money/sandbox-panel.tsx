import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import { t } from '../../i18n/translate.ts';
import { api } from '../../api/api.ts';
import { useAction } from '../../state/action.ts';
import { appTokens } from '../../ui/tokens.ts';

type SandboxAction = InputOf<(typeof wallet)['sandbox']>['action'];

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `1px dashed ${appTokens.testFg}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: appTokens.testBg,
    color: appTokens.testFg,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightBold },
  text: { margin: 0, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

/** Outcomes that a payment, or a withdrawal, can be given. */
export const paymentActions = (): readonly (readonly [SandboxAction, string])[] => [
  ['confirm', t('Confirm')],
  ['wait', t('Wait')],
  ['fail', t('Fail')],
  ['confirm-twice', t('Confirm twice')],
  ['confirm-late', t('Confirm too late')],
  ['wrong-amount', t('Another amount')],
];
export const payoutActions = (): readonly (readonly [SandboxAction, string])[] => [
  ['confirm', t('Pay out')],
  ['wait', t('Wait')],
  ['fail', t('Refuse')],
  ['confirm-twice', t('Pay out twice')],
];

interface SandboxPanelProps {
  reference: string;
  /** Says that nothing real happens. */
  sentence: string;
  actions: readonly (readonly [SandboxAction, string])[];
  /** The sandbox has been told. */
  onReported: () => void;
}

/** Controls of the built-in payment provider. It is no part of a real one, and says so. */
export const SandboxPanel = ({ reference, sentence, actions, onReported }: SandboxPanelProps) => {
  const styles = useStyles();
  const send = useAction(api.wallet.sandbox);
  const act = async (action: SandboxAction) => {
    const result = await send.run({ reference, action });
    if (result.ok) onReported();
  };
  return (
    <section aria-label={t('Sandbox')} className={styles.root}>
      <p className={styles.title}>{t('SANDBOX')}</p>
      <p className={styles.text}>{sentence}</p>
      <div className={styles.actions}>
        {actions.map(([action, text]) => (
          <Button
            key={action}
            size="small"
            disabledFocusable={send.isRunning}
            onClick={() => void act(action)}
          >
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
};
