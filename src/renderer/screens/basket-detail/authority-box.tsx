import { Checkbox } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';

interface AuthorityBoxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Where the depository has not agreed by what the broker says: the owner may know better. */
export const AuthorityBox = ({ isChecked, onChange }: AuthorityBoxProps) => (
  <Checkbox
    label={t('My account has DDPI or a power of attorney: sell without asking the depository')}
    checked={isChecked}
    onChange={(_, data) => onChange(data.checked === true)}
  />
);
