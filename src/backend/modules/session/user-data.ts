import type { UserData } from '../../../shared/contract/session.ts';
import { storedAbility } from '../../credentials/stored-ability.ts';

export const userDataOf = (user: {
  id: number;
  full_name: string;
  email: string;
  role: string;
  ability_json: string | null;
}): UserData => ({
  id: user.id,
  fullName: user.full_name,
  email: user.email,
  role: user.role,
  ability: storedAbility(user.ability_json),
});
