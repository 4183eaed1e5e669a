import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { inTime } from '../../in-time.ts';
import { ChannelTrouble } from './channel-trouble.ts';

/** Networks that are no part of the internet: those of a house, of a computer itself, and reserved ones. */
const PRIVATE_NETWORKS = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  // Those that carry an IPv4 address inside are left out as a whole: it may be a private one.
  ipv6: [
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
  ].concat(['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8']),
} as const;

const inside = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const)
  for (const network of PRIVATE_NETWORKS[family]) {
    const [address = '', bits] = network.split('/');
    inside.addSubnet(address, Number(bits), family);
  }

/** Whether an IP address is on the internet. */
export const isOutside = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && !inside.check(address, family === 4 ? 'ipv4' : 'ipv6');
};

const INSIDE =
  'This address is not on the internet. From a server for several people, alerts go to the internet alone.';

const refuseInside = (): never => {
  throw new ChannelTrouble('refused', INSIDE);
};

/** Name or address of a URL without the brackets of IPv6. */
const plainHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** So long a look-up of a name may take: the system asks a server that does not answer again and again. */
const LOOK_UP_MS = 5_000;

/** Addresses that a name stands for. @throws ChannelTrouble */
const findAddresses = async (host: string): Promise<{ address: string; family: number }[]> => {
  const looked = resolve(host, { all: true }).catch(() => {
    throw new ChannelTrouble('passing', `The name ${host} was not found.`);
  });
  const found = await inTime(looked, LOOK_UP_MS);
  if (!found) throw new ChannelTrouble('passing', `The server that knows the name ${host} did not answer.`);
  return found;
};

/**
 * Addresses of a host, all on the internet unless `mayBeInside`. They are looked up once and connected to
 * as they are, so a name cannot stand for another address a moment later. @throws ChannelTrouble
 */
export const addressesOf = async (
  hostname: string,
  mayBeInside: boolean,
): Promise<{ address: string; family: number }[]> => {
  const host = plainHost(hostname);
  const family = isIP(host);
  const found = family !== 0 ? [{ address: host, family }] : await findAddresses(host);
  if (!mayBeInside && !found.every(({ address }) => isOutside(address))) refuseInside();
  return found;
};

/** Look-up of a connection that finds these addresses and no others. */
export const lookupOf =
  (addresses: readonly { readonly address: string; readonly family: number }[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };

/** A URL that alerts may be sent to. @throws ChannelTrouble that says what is wrong with it */
export const outsideUrl = (text: string, isShared: boolean): URL => {
  const refuse = (sentence: string): never => {
    throw new ChannelTrouble('refused', sentence);
  };
  if (!URL.canParse(text)) return refuse('This is not an address such as https://example.com/alerts.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('The address must begin with https://.');
  if (isShared && url.protocol !== 'https:')
    return refuse('From a server for several people, the address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('The address must not have a user or a password in it.');
  const host = plainHost(url.hostname);
  if (isShared && isIP(host) !== 0 && !isOutside(host)) return refuseInside();
  url.hash = '';
  return url;
};
