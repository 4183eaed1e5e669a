import { Checkbox } from '@fluentui/react-components';

interface AuthorityBoxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Where the depository has not agreed by what the broker says: the owner may know better. */
export const AuthorityBox = ({ isChecked, onChange }: AuthorityBoxProps) => (
  <Checkbox
    label="My account has DDPI or a power of attorney: sell without asking the depository"
    checked={isChecked}
    onChange={(_, data) => onChange(data.checked === true)}
  />
);
