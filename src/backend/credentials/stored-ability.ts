import { abilityOf, DEFAULT_ABILITY, type AppAbility } from '../../shared/ability.ts';

/** The rights stored for a user, or the specification's default. */
export const storedAbility = (abilityJson: string | null): { action: string; subject: string }[] =>
  abilityJson === null
    ? DEFAULT_ABILITY.map((right) => ({ ...right }))
    : (JSON.parse(abilityJson) as { action: string; subject: string }[]);

const MOST_KEPT = 256;
const kept = new Map<string | null, AppAbility>();

/** The same as an ability. Almost everybody has the same rights, so it is built once for each list. */
export const appAbility = (abilityJson: string | null): AppAbility => {
  const known = kept.get(abilityJson);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const ability = abilityOf(storedAbility(abilityJson));
  kept.set(abilityJson, ability);
  return ability;
};
