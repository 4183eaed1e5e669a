import { z } from 'zod';
import { post } from './endpoint.ts';
import { SECOND_STEP_CODE } from '../second-step-code.ts';
import { phoneDigits } from '../phone.ts';
import { id, shownName } from './fields.ts';

/** One right: an action on a subject. */
export const AbilitySchema = z.object({ action: z.string(), subject: z.string() });

export const UserDataSchema = z.lazy(() =>
  z.object({
    id,
    fullName: z.string(),
    email: z.string(),
    role: z.string(),
    ability: z.array(AbilitySchema),
  }),
);
export type UserData = z.output<typeof UserDataSchema>;

const TokensSchema = z.lazy(() =>
  z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) }),
);
const SignedInSchema = z.lazy(() => TokensSchema.unwrap().extend({ userData: UserDataSchema }));

export const PASSWORD_MIN_LENGTH = 10;

export const newPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(256);

export const RegisterInputSchema = z.lazy(() =>
  z.object({
    fullName: shownName(80, 2),
    email: z.email('must be an e-mail address').max(254),
    phone: z
      .string()
      .transform((text) => phoneDigits(text) ?? '')
      .pipe(z.string().min(1, 'must be a 10-digit Indian mobile number')),
    password: newPassword,
    referralCode: z.string().trim().max(20).optional(),
  }),
);

export const LoginInputSchema = z.lazy(() =>
  z.object({
    /** E-mail or phone. */
    email: z.string().trim().min(1, 'must not be empty').max(254),
    password: z.string().min(1, 'must not be empty').max(256),
    /** Six digits of the authenticator app, or a recovery code. */
    totp: z.string().trim().regex(SECOND_STEP_CODE, 'must be 6 digits, or a recovery code').optional(),
  }),
);

export const ForgotPasswordInputSchema = z.lazy(() =>
  z.object({
    /** E-mail or phone. */
    email: z.string().trim().min(1, 'must not be empty').max(254),
  }),
);

export const ResetPasswordInputSchema = z.lazy(() =>
  ForgotPasswordInputSchema.unwrap().extend({
    code: z
      .string()
      .trim()
      .regex(/^\d{8}$/, 'must be the 8 digits from the mail'),
    newPassword,
  }),
);

export const session = {
  register: post('/jwt/register', {
    right: null,
    input: () => RegisterInputSchema.unwrap(),
    output: SignedInSchema,
    access: 'api-token',
  }),
  login: post('/jwt/login', {
    right: null,
    input: () => LoginInputSchema.unwrap(),
    output: SignedInSchema,
    access: 'api-token',
  }),
  refresh: post('/jwt/refresh-token', {
    right: null,
    input: () => z.object({ refreshToken: z.string().min(1).max(512) }),
    output: TokensSchema,
    access: 'api-token',
  }),
  /** The same answer whether or not the name is known; the code goes out by mail. */
  forgotPassword: post('/jwt/forgot-password', {
    right: null,
    input: () => ForgotPasswordInputSchema.unwrap(),
    output: z.lazy(() =>
      z.object({
        /** The mail is left in the server's own folder, not sent. */
        isInOutbox: z.boolean(),
      }),
    ),
    access: 'api-token',
  }),
  resetPassword: post('/jwt/reset-password', {
    right: null,
    input: () => ResetPasswordInputSchema.unwrap(),
    output: z.object({}),
    access: 'api-token',
  }),
  logout: post('/jwt/logout', {
    right: null,
    input: () => z.object({ refreshToken: z.string().min(1).max(512).optional() }),
    output: z.object({}),
  }),
};
