/** Settings that an address may carry: where the server is, and how the connection is encrypted. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['host', 'port', 'user', 'password'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'],
]);

/** Ways to encrypt the connection. The driver takes any other word for no encryption at all. */
const SSL_MODES: ReadonlySet<string> = new Set([
  ...['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
]);
const HIGHEST_PORT = 65_535;

/** Whether a place is a PostgreSQL database and no data folder. */
export const isPostgresUrl = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

const parsed = (address: string): URL | null => {
  try {
    return new URL(address);
  } catch {
    // What is wrong with it is said where it is used; it may hold a password.
    return null;
  }
};

/** Text of a part of an address; null where it cannot be read. */
const decoded = (part: string): string | null => {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    // A percent sign that stands for nothing.
    return null;
  }
};

const isReadable = ({ username, password, hostname, pathname, searchParams }: URL): boolean =>
  [username, password, hostname, pathname].every((part) => decoded(part) !== null) &&
  [...searchParams.values()].every((value) => !/\p{Cc}/u.test(value));

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= HIGHEST_PORT;

/** Why an address cannot be that of a database, as a sentence; null when it can. No part of it is repeated. */
export const addressTrouble = (address: string): string | null => {
  const url = parsed(address);
  if (url === null || !isPostgresUrl(address) || !isReadable(url))
    return 'The address of the database cannot be read. Write postgres://USER@HOST/NAME.';
  if (!/^\/[^/]+$/.test(url.pathname))
    return 'The address of the database does not name one. Write postgres://USER@HOST/NAME with the name of the database.';
  const unknown = [...url.searchParams.keys()].find((name) => !SETTINGS.has(name));
  // The driver would let it overrule the limits that TrickDesk sets.
  if (unknown !== undefined) return `The address of the database may not set "${unknown}".`;
  if (!url.searchParams.getAll('sslmode').every((mode) => SSL_MODES.has(mode)))
    return `The address of the database has an sslmode that does not exist. Write one of ${[...SSL_MODES].join(', ')}.`;
  if (!url.searchParams.getAll('port').every(isPort))
    return 'The address of the database has a port that does not exist.';
  return null;
};

/** Whether an address holds a password. */
export const hasPassword = (address: string): boolean => {
  const url = parsed(address);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
};
