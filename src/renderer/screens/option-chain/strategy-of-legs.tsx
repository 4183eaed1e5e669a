import { Button } from '@fluentui/react-components';
import { api } from '../../api/api.ts';
import type { PickedLeg } from '../../features/options/picked-legs.ts';
import { rulesText } from '../../features/options/rules-address.ts';
import { t } from '../../i18n/translate.ts';
import { useGoTo } from '../../state/navigation.ts';
import { useAction } from '../../state/action.ts';

/** Begin a strategy of these legs. It chooses them by their distance from the money. */
export const StrategyOfLegs = ({ legs }: { legs: readonly PickedLeg[] }) => {
  const goTo = useGoTo();
  const { run, isRunning } = useAction(api.options.rulesOf);
  const begin = async () => {
    const rules = await run({ legs: legs.map(({ symbol, side, lots }) => ({ symbol, side, lots })) });
    if (!rules.ok) return;
    const { underlying, legs: chosen } = rules.value;
    goTo(`/leg-builder?underlying=${underlying}&legs=${rulesText(chosen)}`);
  };
  return (
    <Button size="small" disabledFocusable={isRunning} onClick={() => void begin()}>
      {t('Build a strategy')}
    </Button>
  );
};
