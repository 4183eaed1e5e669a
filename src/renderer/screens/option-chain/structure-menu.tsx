import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { OPTION_STRUCTURES, type OptionStructure } from '../../../shared/option-structures.ts';
import { api } from '../../api/api.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { chosenInput, type Chosen } from './option-chain.ts';
import type { PickedLeg } from '../../features/options/picked-legs.ts';

const STRUCTURE_LABELS: Readonly<Record<OptionStructure, string>> = labels({
  'long-straddle': 'Long straddle',
  'short-straddle': 'Short straddle',
  'long-strangle': 'Long strangle',
  'short-strangle': 'Short strangle',
  'iron-condor': 'Iron condor',
  butterfly: 'Call butterfly',
  'bull-call-spread': 'Bull call spread',
  'bear-put-spread': 'Bear put spread',
  'bull-put-spread': 'Bull put spread',
  'bear-call-spread': 'Bear call spread',
  calendar: 'Call calendar',
  ratio: 'Call ratio spread',
});

interface StructureMenuProps {
  chosen: Chosen;
  onFilled: (legs: readonly PickedLeg[]) => void;
}

/** Ready-made structures, which fill the legs around the money. */
export const StructureMenu = ({ chosen, onFilled }: StructureMenuProps) => {
  const { run, isRunning } = useAction(api.options.structure);
  const choose = async (structure: OptionStructure) => {
    const filled = await run({ ...chosenInput(chosen), structure });
    if (filled.ok) onFilled(filled.value.legs);
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton disabled={isRunning}>{t('Ready-made')}</MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {OPTION_STRUCTURES.map((structure) => (
            <MenuItem key={structure} onClick={() => void choose(structure)}>
              {STRUCTURE_LABELS[structure]}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
