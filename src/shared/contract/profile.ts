import { z } from 'zod';
import { post } from './endpoint.ts';
import { id } from './fields.ts';
import { AbilitySchema } from './session.ts';

export const MyProfileSchema = z.lazy(() =>
  z.object({
    id,
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    avatar: z.string().nullable(),
    referralCode: z.string(),
    /** Full name of the user who referred this one. */
    sponsor: z.string().nullable(),
    designation_level: z.int(),
    kycStatus: z.enum(['none', 'partial', 'verified']),
    PanStatus: z.enum(['none', 'verified']),
    AdharStatus: z.enum(['none', 'verified']),
    bank: z.object({ accountLast4: z.string(), ifsc: z.string(), accountHolder: z.string() }).nullable(),
    isActive: z.boolean(),
    isTradeactive: z.boolean(),
    isRoboactive: z.boolean(),
    ability: z.array(AbilitySchema),
  }),
);

export const profile = {
  mine: post('/userapi/myprofile', { output: MyProfileSchema }),
};
