import type { TeamMember } from '../../../shared/contract/team.ts';
import { api } from '../../api/api.ts';
import { DESIGNATION_NAMES } from '../../i18n/money-labels.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { memberColumns } from './members-table.tsx';

const FLAGS = ['any', 'yes', 'no'] as const;
export type FlagChoice = (typeof FLAGS)[number];
export const MEMBER_TYPES = ['all', 'active', 'inactive'] as const;
export type MemberType = (typeof MEMBER_TYPES)[number];
export const MEMBER_ORDERS = ['newest', 'oldest', 'volume'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];
export type DesignationChoice = 'any' | (typeof DESIGNATION_NAMES)[number];

export const teamSearch = urlSearch({
  show: searchField.oneOf(['direct', 'indirect'], 'direct'),
  keyword: searchField.text(),
  robo: searchField.oneOf(FLAGS, 'any'),
  trade: searchField.oneOf(FLAGS, 'any'),
  designation: searchField.oneOf(['any', ...DESIGNATION_NAMES], 'any'),
  type: searchField.oneOf(MEMBER_TYPES, 'all'),
  order: searchField.oneOf(MEMBER_ORDERS, 'newest'),
  /** A level below the direct ones; null for all of them. */
  level: searchField.id(),
  page: searchField.page(),
  member: searchField.id(),
});

/** The person's own team in figures. */
export const myTeam = createResource(() => api.team.mine());

/** The opened member, as far as one may see them. */
export const member = createPaneResource(({ id }: { id: number }) => api.profile.person({ id }), {
  isQuiet: true,
});

interface DirectFilter {
  keyword: string;
  robo: FlagChoice;
  trade: FlagChoice;
  designation: DesignationChoice;
  type: MemberType;
  order: MemberOrder;
}
interface IndirectFilter {
  keyword: string;
  level: number | null;
}

const flagOf = (choice: FlagChoice): 0 | 1 | undefined =>
  choice === 'any' ? undefined : choice === 'yes' ? 1 : 0;

const loadDirect = ({ robo, trade, designation, ...rest }: DirectFilter & PageRequest) =>
  api.team.direct({
    ...rest,
    isRoboactive: flagOf(robo),
    isTradeactive: flagOf(trade),
    designation_level: designation === 'any' ? undefined : DESIGNATION_NAMES.indexOf(designation),
  });

const loadIndirect = ({ level, ...rest }: IndirectFilter & PageRequest) =>
  api.team.indirect({ ...rest, level: level ?? undefined });

/** The specification has the client drop level 0, which is oneself. */
export const belowOneself = (rows: readonly TeamMember[]): readonly TeamMember[] =>
  rows.filter(({ level }) => level > 0);

const pageOf = (answer: { rows: TeamMember[]; total: number }) => ({
  rows: answer.rows,
  total: answer.total,
});

export const NO_DIRECT_FILTER: DirectFilter = {
  keyword: '',
  robo: 'any',
  trade: 'any',
  designation: 'any',
  type: 'all',
  order: 'newest',
};

export const directList = createPagedList({
  call: loadDirect,
  page: pageOf,
  idOf: ({ id }) => id,
  filter: NO_DIRECT_FILTER,
});

const EVERY_LEVEL: IndirectFilter = { keyword: '', level: null };

export const indirectList = createPagedList({
  call: loadIndirect,
  page: (answer) => ({ rows: belowOneself(answer.rows), total: answer.total }),
  idOf: ({ id }) => id,
  filter: EVERY_LEVEL,
});

/** Every direct member that the filters let through, for a spreadsheet. */
export const directCsv = ({ all }: FilteredRows<typeof directList>): ReturnType<CsvSource> =>
  csvTableOf('direct-team', memberColumns(), all());

/** The same of those below. */
export const indirectCsv = ({ all }: FilteredRows<typeof indirectList>): ReturnType<CsvSource> =>
  csvTableOf('indirect-team', memberColumns(), all());
