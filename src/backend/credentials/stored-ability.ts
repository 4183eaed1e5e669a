import { abilityOf, DEFAULT_ABILITY, type DeskAbility } from '../../shared/ability.ts';

/** The rights stored for a user, or the specification's default. */
export const storedAbility = (abilityJson: string | null): { action: string; subject: string }[] =>
  abilityJson === null
    ? DEFAULT_ABILITY.map((right) => ({ ...right }))
    : (JSON.parse(abilityJson) as { action: string; subject: string }[]);

const MOST_KEPT = 256;
const kept = new Map<string | null, DeskAbility>();

/** The same as an ability. Almost everybody has the same rights, so it is built once for each list. */
export const deskAbility = (abilityJson: string | null): DeskAbility => {
  const known = kept.get(abilityJson);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const ability = abilityOf(storedAbility(abilityJson));
  kept.set(abilityJson, ability);
  return ability;
};
