/** Settings that an address may carry: where the server is, and how the connection is encrypted. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['host', 'port', 'user', 'password'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'],
]);

const parsed = (address: string): URL | null => {
  try {
    return new URL(address);
  } catch {
    // What is wrong with it is said where it is used; it may hold a password.
    return null;
  }
};

/** Why an address cannot be that of a database, as a sentence; null when it can. No part of it is repeated. */
export const addressTrouble = (address: string): string | null => {
  const url = parsed(address);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    return 'The address of the database cannot be read. Write postgres://USER@HOST/NAME.';
  if (!/^\/[^/]+$/.test(url.pathname))
    return 'The address of the database does not name one. Write postgres://USER@HOST/NAME with the name of the database.';
  const unknown = [...url.searchParams.keys()].find((name) => !SETTINGS.has(name));
  // The driver would let it overrule the limits that TrickDesk sets.
  return unknown === undefined ? null : `The address of the database may not set "${unknown}".`;
};

/** Whether an address holds a password. */
export const hasPassword = (address: string): boolean => {
  const url = parsed(address);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
};
