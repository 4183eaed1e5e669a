import { z } from 'zod';
import { hasVerhoeffDigit } from '../aadhaar.ts';
import { manage, read } from '../rights.ts';
import { get, post } from './endpoint.ts';
import { day, id, instant, shownName } from './fields.ts';
import { AbilitySchema, newPassword } from './session.ts';

const verified = z.enum(['none', 'verified']);

export const PersonalSchema = z.lazy(() =>
  z.object({
    fullName: z.string().trim().min(2, 'must have at least 2 characters').max(80),
    dob: day.nullable(),
    address: z.string().trim().max(300),
    city: z.string().trim().max(80),
    /** Two-digit code of GST, which decides how an invoice splits the tax; empty when not told. */
    stateCode: z.string().regex(/^(\d{2})?$/, 'must be a state'),
    pinCode: z.string().regex(/^([1-9]\d{5})?$/, 'must be a 6-digit PIN code'),
  }),
);

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
    PanStatus: verified,
    AdharStatus: verified,
    /** `XXXX XXXX 1234`. */
    aadhaarMasked: z.string().nullable(),
    /** `ABXXXXXX4F`. */
    panMasked: z.string().nullable(),
    bank: z
      .object({
        accountLast4: z.string(),
        ifsc: z.string(),
        accountHolder: z.string(),
        changedAt: instant,
        /** Withdrawals rest until here after a change. */
        heldUntil: instant.nullable(),
      })
      .nullable(),
    personal: PersonalSchema,
    documents: z.array(
      z.object({ kind: z.string(), reference: z.string(), status: z.string(), at: instant }),
    ),
    hasTotp: z.boolean(),
    /** Of two-step sign-in; 0 without it. */
    recoveryCodesLeft: z.int(),
    isActive: z.boolean(),
    isTradeactive: z.boolean(),
    isRoboactive: z.boolean(),
    ability: z.array(AbilitySchema),
  }),
);
export type MyProfile = z.output<typeof MyProfileSchema>;

/** Somebody of one's own team, or oneself in full. */
const PersonSchema = z.lazy(() =>
  z.object({
    id,
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    joinedAt: instant,
    designation_level: z.int(),
    isActive: z.boolean(),
    isTradeactive: z.boolean(),
    isRoboactive: z.boolean(),
    isSelf: z.boolean(),
  }),
);

export const DOCUMENT_KINDS = ['driving-licence', 'passport', 'voter-id', 'bank-statement'] as const;

export const AadhaarSchema = z.lazy(() =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .regex(/^[2-9]\d{11}$/, { error: 'must be 12 digits, the first from 2 to 9', abort: true })
        .refine(hasVerhoeffDigit, 'is not an Aadhaar number: one of its digits is wrong'),
    ),
);
export const PanSchema = z.lazy(() =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}[PCHFATBLJG][A-Z]\d{4}[A-Z]$/, 'must be a PAN such as ABCPE1234F')
    .refine((pan) => pan.slice(5, 9) !== '0000', 'must be a PAN such as ABCPE1234F'),
);
export const IfscSchema = z.lazy(() =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC such as HDFC0001234'),
);
const accountNumber = z
  .string()
  .trim()
  .regex(/^\d{9,18}$/, 'must be 9 to 18 digits');

/** A session that is signed in. */
const OpenSessionSchema = z.lazy(() =>
  z.object({
    sessionId: id,
    device: z.string(),
    address: z.string(),
    openedAt: instant,
    lastUsedAt: instant,
    isThisOne: z.boolean(),
  }),
);

export const profile = {
  mine: post('/userapi/myprofile', { right: null, changes: false, output: MyProfileSchema }),
  person: get('/userapi/get-user-by-id/{id}', {
    right: read('Team'),
    params: () => z.object({ id: z.coerce.number<number>().int().positive() }),
    output: PersonSchema,
  }),
  updatePersonal: post('/userapi/updatepersonaldetails', {
    right: manage('Profile'),
    input: () =>
      PersonalSchema.unwrap()
        .partial()
        .extend({ fullName: shownName(80, 2).optional() }),
    output: MyProfileSchema,
  }),
  updateBank: post('/userapi/updatebankdetails', {
    right: manage('Profile'),
    input: () =>
      z.object({
        accountNumber,
        /** Typed a second time. */
        accountNumberAgain: accountNumber,
        ifsc: IfscSchema,
        accountHolder: z.string().trim().min(2, 'must have at least 2 characters').max(80),
      }),
    output: MyProfileSchema,
    stepUp: 'always',
  }),
  changePassword: post('/userapi/updateprofilepassword', {
    right: null,
    input: () => z.object({ oldPassword: z.string().min(1, 'must not be empty').max(256), newPassword }),
    output: z.object({}),
  }),
  updateKyc: post('/userapi/updatekycdetails', {
    right: manage('Profile'),
    input: () =>
      z.object({
        kind: z.enum(DOCUMENT_KINDS),
        reference: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9/-]{4,30}$/, 'must be 4 to 30 letters, digits, hyphens or slashes'),
      }),
    output: z.lazy(() => z.object({ status: z.string() })),
  }),
  sendAadhaarOtp: post('/userapi/sendAdharOTP', {
    right: manage('Profile'),
    input: () => z.object({ adharNumber: AadhaarSchema }),
    output: z.lazy(() =>
      z.object({
        response: z.object({ requestId: z.string(), expiresAt: instant }),
        /** The one-time code, which only the built-in sandbox shows; null with a real provider. */
        sandboxOtp: z.string().nullable(),
      }),
    ),
  }),
  validateAadhaarOtp: post('/userapi/validateAdharOTP', {
    right: manage('Profile'),
    input: () =>
      z.object({
        requestId: z.string().trim().min(1).max(80),
        otp: z.string().regex(/^\d{6}$/, 'must be 6 digits'),
      }),
    /** 200 verified, 401 wrong OTP, 410 expired. */
    output: z.lazy(() =>
      z.object({
        status: z.object({ statusCode: z.union([z.literal(200), z.literal(401), z.literal(410)]) }),
        triesLeft: z.int(),
      }),
    ),
  }),
  verifyPan: post('/userapi/verifyPan', {
    right: manage('Profile'),
    input: () =>
      z.object({
        pan: PanSchema,
        fullName: z.string().trim().min(2, 'must have at least 2 characters').max(80),
        dob: day,
      }),
    output: z.lazy(() => z.object({ status: z.enum(['VALID', 'INVALID', 'NAME_MISMATCH']) })),
  }),
  /** Two-step sign-in: `enrol` gives a secret, `confirm` its first code switches it on, `remove` switches it off. */
  totp: post('/userapi/totp', {
    right: null,
    input: () =>
      z.object({
        action: z.enum(['enrol', 'confirm', 'remove']),
        /** Needed by `confirm`; what switches it off is the call's proof. */
        code: z
          .string()
          .regex(/^\d{6}$/, 'must be 6 digits')
          .optional(),
      }),
    output: z.lazy(() =>
      z.object({
        isOn: z.boolean(),
        /** Shown once, while enrolling. */
        secret: z.string().nullable(),
        uri: z.string().nullable(),
        /** Shown once, when it was switched on: each opens the account once instead of a code of the app. */
        recoveryCodes: z.array(z.string()).nullable(),
      }),
    ),
    stepUp: 'always',
  }),
  /** Ten new recovery codes; those of before are worth nothing then. */
  newRecoveryCodes: post('/userapi/recoverycodes', {
    right: null,
    output: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
    stepUp: 'always',
  }),
  sessions: post('/userapi/sessions', {
    right: null,
    input: () => z.object({ endSessionId: id.optional() }),
    output: z.lazy(() => z.object({ sessions: z.array(OpenSessionSchema) })),
  }),
};
