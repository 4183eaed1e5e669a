import { DAY_MS, istDayStart } from '../shared/time.ts';
import { Refusal } from './refusal.ts';

/** An inclusive range of days in India, as calls carry it. */
export interface DayRange {
  readonly from_date?: string;
  readonly to_date?: string;
}

/**
 * The moments (epoch ms) of a range of days: from `from`, before `until`; an open end is null.
 * @throws Refusal `invalid` when the days are the wrong way round.
 */
export const momentsOf = ({
  from_date,
  to_date,
}: DayRange): { readonly from: number | null; readonly until: number | null } => {
  if (from_date !== undefined && to_date !== undefined && from_date > to_date)
    throw new Refusal('invalid', 'The first day must not be after the last.', {
      fields: { from_date: 'must not be after to_date', to_date: 'must not be before from_date' },
    });
  return {
    from: from_date === undefined ? null : istDayStart(from_date),
    until: to_date === undefined ? null : istDayStart(to_date) + DAY_MS,
  };
};
