import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontal20Regular, Play20Filled, Stop20Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { TRICK_STATUS } from '../../../shared/trick-status.ts';
import { CloneFlow } from '../../flows/clone-flow.tsx';
import { SellFlow } from '../../flows/sell-flow.tsx';
import { remainingWords } from '../../i18n/trick-words.ts';
import { useEnable, useStart, useStop } from '../../state/trick-actions.ts';
import { notify } from '../../ui/toasts.tsx';
import { RenameFlow } from './rename-flow.tsx';

type Asking = 'sell' | 'clone' | 'rename' | null;

/** Start, stop, sell, enable, clone and rename one's own strategy. */
export const MineActions = ({ trick, onChanged }: { trick: TrickCard; onChanged: () => void }) => {
  const start = useStart();
  const stop = useStop();
  const enable = useEnable();
  const [asking, setAsking] = useState<Asking>(null);
  const { TricksId, trickStatus, name } = trick;
  const isDisabled = trickStatus === TRICK_STATUS.disabled;
  const close = () => setAsking(null);

  const onStart = async () => {
    const result = await start.run({ TricksId });
    if (result.ok) notify({ tone: 'success', message: `${name} is running.` });
    onChanged();
  };
  const onStop = async () => {
    const result = await stop.run({ TricksId });
    if (result.ok) {
      notify({
        tone: 'success',
        message: `${name} is stopped. ${remainingWords(result.value.openPositions.length)}`,
      });
    }
    onChanged();
  };
  const onEnable = async () => {
    await enable.run({ TricksId, enabled: isDisabled });
    onChanged();
  };

  return (
    <>
      {trickStatus === TRICK_STATUS.running ? (
        <Button
          appearance="primary"
          icon={<Stop20Filled />}
          disabledFocusable={stop.isRunning}
          onClick={() => void onStop()}
        >
          Stop
        </Button>
      ) : (
        <Button
          appearance="primary"
          icon={<Play20Filled />}
          disabledFocusable={start.isRunning || isDisabled}
          onClick={() => void onStart()}
        >
          Start
        </Button>
      )}
      <Button onClick={() => setAsking('sell')}>Sell…</Button>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="More actions" />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void onEnable()}>{isDisabled ? 'Enable' : 'Disable'}</MenuItem>
            <MenuItem onClick={() => setAsking('clone')}>Clone…</MenuItem>
            <MenuItem onClick={() => setAsking('rename')}>Rename…</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {asking === 'sell' && <SellFlow trick={trick} onChanged={onChanged} onClose={close} />}
      {asking === 'clone' && <CloneFlow trick={trick} onClose={close} />}
      {asking === 'rename' && <RenameFlow trick={trick} onChanged={onChanged} onClose={close} />}
    </>
  );
};
