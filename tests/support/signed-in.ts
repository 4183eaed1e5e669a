import { TEST_API_TOKEN, TEST_PASSWORD, type TestBackend } from './test-backend.ts';

/** A sign-in of its own of somebody who is registered already. */
export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly bearer: { readonly authorization: string };
}

/** Tries to sign in and gives back whatever came. */
export const trySignIn = (
  server: TestBackend,
  email: string,
  more: { password?: string; totp?: string } = {},
  device = 'a test',
) =>
  server.post(
    '/jwt/login',
    { email, password: TEST_PASSWORD, ...more },
    { 'x-api-token': TEST_API_TOKEN, 'user-agent': device },
  );

/** Signs in; throws when that is refused. */
export const signIn = async (...given: Parameters<typeof trySignIn>): Promise<SignedIn> => {
  const { status, body } = await trySignIn(...given);
  if (status !== 200) throw new Error(body.message);
  const { accessToken, refreshToken } = body.data as SignedIn;
  return { accessToken, refreshToken, bearer: { authorization: `Bearer ${accessToken}` } };
};
