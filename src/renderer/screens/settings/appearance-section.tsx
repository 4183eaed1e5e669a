import { makeStyles, Switch, tokens } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChoiceField } from './choice-field.tsx';

const useStyles = makeStyles({
  preview: {
    display: 'flex',
    gap: tokens.spacingHorizontalXL,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

const skins: Record<Settings['skin'], string> = { light: 'Light', dark: 'Dark', system: 'Same as system' };
const palettes: Record<Settings['moneyPalette'], string> = {
  classic: 'Green and red',
  safe: 'Colour-blind safe',
  mono: 'No colour',
};
const densities: Record<Settings['density'], string> = {
  comfortable: 'Comfortable',
  standard: 'Standard',
  compact: 'Compact',
};
const menus: Record<Settings['layout']['menu'], string> = { vertical: 'Vertical', collapsed: 'Icons only' };
const contents: Record<Settings['layout']['content'], string> = { boxed: 'Boxed', full: 'Full width' };
const navbars: Record<Settings['layout']['navbar'], string> = {
  floating: 'Floating',
  sticky: 'Sticky',
  static: 'Static',
};
const footers: Record<Settings['layout']['footer'], string> = {
  hidden: 'Hidden',
  'status-bar': 'Status bar',
};

/** Skin, money colours, density and layout. */
export const AppearanceSection = () => {
  const styles = useStyles();
  const { skin, moneyPalette, density, layout, isCalm } = settings.use();
  const save = useAction(settings.change);
  const change = (part: Partial<Settings>) => void save.run(part);
  const changeLayout = (part: Partial<Settings['layout']>) => change({ layout: { ...layout, ...part } });
  return (
    <>
      <SectionCard title="Look">
        <ChoiceField label="Skin" value={skin} words={skins} onChoose={(value) => change({ skin: value })} />
        <ChoiceField
          label="Money colours"
          hint="Sign and arrow always say the direction too"
          value={moneyPalette}
          words={palettes}
          onChoose={(value) => change({ moneyPalette: value })}
        />
        <div className={styles.preview} role="group" aria-label="Preview of the money colours">
          <MoneyChange paise={523_025} />
          <MoneyChange paise={-148_050} />
          <MoneyChange paise={0} />
        </div>
        <ChoiceField
          label="Density"
          value={density}
          words={densities}
          onChoose={(value) => change({ density: value })}
        />
        <Switch
          label="Calm numbers: no tint when a price changes"
          checked={isCalm}
          onChange={(_, data) => change({ isCalm: data.checked })}
        />
      </SectionCard>
      <SectionCard title="Layout">
        <ChoiceField
          label="Menu"
          value={layout.menu}
          words={menus}
          onChoose={(menu) => changeLayout({ menu })}
        />
        <ChoiceField
          label="Content"
          value={layout.content}
          words={contents}
          onChoose={(content) => changeLayout({ content })}
        />
        <ChoiceField
          label="Navbar"
          value={layout.navbar}
          words={navbars}
          onChoose={(navbar) => changeLayout({ navbar })}
        />
        <ChoiceField
          label="Footer"
          value={layout.footer}
          words={footers}
          onChoose={(footer) => changeLayout({ footer })}
        />
      </SectionCard>
    </>
  );
};
