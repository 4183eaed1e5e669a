import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { dateRange, id, instant, paise } from './fields.ts';
import { WalletEntrySchema } from './wallet.ts';

/** Levels of a referrer, lowest first; the number on the wire is the place in this list. */
export const DESIGNATIONS = ['Associate', 'Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'] as const;
const designationLevel = z
  .int()
  .min(0)
  .max(DESIGNATIONS.length - 1);

/** Somebody of one's team; phone and e-mail are masked. */
export const TeamMemberSchema = z.lazy(() =>
  z.object({
    id,
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    joinedAt: instant,
    /** 1 = brought in directly; the client drops level 0. */
    level: z.int().min(0),
    designation_level: z.int(),
    isActive: z.boolean(),
    isTradeactive: z.boolean(),
    isRoboactive: z.boolean(),
    /** Payments of this member, net of GST. */
    volume: paise,
    members: z.int(),
    sponsor: z.string().nullable(),
  }),
);
export type TeamMember = z.output<typeof TeamMemberSchema>;

const flag = z.union([z.literal(0), z.literal(1)]);

export const team = {
  mine: post('/userapi/getMyTeam', {
    right: read('Team'),
    output: z.lazy(() =>
      z.object({
        referralCode: z.string(),
        inviteLink: z.string(),
        sponsor: z.string().nullable(),
        direct: z.int(),
        indirect: z.int(),
        active: z.int(),
        volume: paise,
        rewards: paise,
        levels: z.array(
          z.object({ level: z.int(), members: z.int(), active: z.int(), volume: paise, percent: z.number() }),
        ),
        designation: z.object({ level: z.int(), name: z.string() }),
        /** Conditions of the next level; null at the highest. */
        next: z
          .object({
            level: z.int(),
            name: z.string(),
            direct: z.int(),
            members: z.int(),
            missingDirect: z.int(),
            missingMembers: z.int(),
          })
          .nullable(),
      }),
    ),
    isLong: true,
  }),
  direct: post('/userapi/directreferrallist', {
    right: read('Team'),
    input: () =>
      z.object({
        ...pageInput(),
        keyword: z.string().trim().max(80).default(''),
        isRoboactive: flag.optional(),
        isTradeactive: flag.optional(),
        designation_level: designationLevel.optional(),
        type: z.enum(['all', 'active', 'inactive']).default('all'),
        order: z.enum(['newest', 'oldest', 'volume']).default('newest'),
      }),
    output: z.lazy(() => z.object({ rows: z.array(TeamMemberSchema), ...pageOutput })),
  }),
  indirect: post('/userapi/indirectReferrallist', {
    right: read('Team'),
    input: () =>
      z.object({
        ...pageInput(),
        keyword: z.string().trim().max(80).default(''),
        level: z.int().min(0).max(1_000).optional(),
      }),
    output: z.lazy(() => z.object({ rows: z.array(TeamMemberSchema), ...pageOutput })),
  }),
  rewards: post('/userapi/myRewardhistory', {
    right: read('Team'),
    input: () => z.object({ ...pageInput(), ...dateRange, level: z.int().min(1).max(3).optional() }),
    output: z.lazy(() =>
      z.object({
        wallet_transaction_list: z.array(
          WalletEntrySchema.unwrap().extend({
            level: z.int(),
            fromName: z.string(),
            percent: z.number(),
            paid: paise,
          }),
        ),
        ...pageOutput,
        earned: paise,
      }),
    ),
  }),
};
