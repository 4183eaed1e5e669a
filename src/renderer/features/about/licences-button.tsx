import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { TextDrawer } from '../../ui/text-drawer.tsx';

/** Whom the app owes what it is made from. */
export const LicencesButton = () => {
  const [text, setText] = useState<string | null>(null);
  const read = useAction(() => desktop('app.licences', {}));
  const open = async () => {
    const result = await read.run(undefined);
    if (result.ok) setText(result.value.text);
  };
  return (
    <div>
      <Button disabledFocusable={read.isRunning} onClick={() => void open()}>
        {t('Licences…')}
      </Button>
      {text !== null && <TextDrawer title={t('Licences')} text={text} onClose={() => setText(null)} />}
    </div>
  );
};
