import { makeStyles, tokens } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { t, labels } from '../../i18n/translate.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { MoneyChange } from '../../ui/money.tsx';

const useStyles = makeStyles({
  preview: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXL,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

const skins: Readonly<Record<Settings['skin'], string>> = labels({
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
  system: 'System',
});
const palettes: Readonly<Record<Settings['moneyPalette'], string>> = labels({
  classic: 'Green and red',
  safe: 'Colour-blind safe',
  mono: 'No colour',
});

type Look = Pick<Settings, 'skin' | 'moneyPalette'>;

/** Skin and money colours, as they look at once. */
export const LookFields = ({
  skin,
  moneyPalette,
  onChange,
}: Look & { onChange: (part: Partial<Look>) => void }) => (
  <>
    <ChoiceField
      label={t('Theme')}
      value={skin}
      labels={skins}
      onChoose={(value) => onChange({ skin: value })}
    />
    <ChoiceField
      label={t('P&L colours')}
      hint={t('Sign and arrow always say the direction too')}
      value={moneyPalette}
      labels={palettes}
      onChoose={(value) => onChange({ moneyPalette: value })}
    />
    <div className={useStyles().preview} role="group" aria-label={t('Preview of the money colours')}>
      <MoneyChange paise={523_025} />
      <MoneyChange paise={-148_050} />
      <MoneyChange paise={0} />
    </div>
  </>
);
