import { BlockList, isIP } from 'node:net';

/** Number of an IPv6 address's eight groups that name a house; the rest its owner chooses at will. */
const HOUSE_GROUPS = 4;
const GROUPS = 8;
const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** As some proxies write whom they ask for: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** Null for what is no address. `isIP` tells IPv4 without the long pattern of IPv6, which takes 2 ms to compile. */
const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)] ?? null;

const listOf = (addresses: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address, familyOf(address) ?? 'ipv4');
  return list;
};

/** An address without what some write around it: port, brackets, the prefix of an IPv4 one, the zone. */
const plainOf = (address: string): string => {
  const bare = WITH_PORT.exec(address)?.slice(1).find(Boolean) ?? address;
  return V4_IN_V6.exec(bare)?.[1] ?? bare.split('%')[0] ?? '';
};

/** Whether an address is one of a list, however it is written. */
export const memberOf = (addresses: readonly string[]): ((address: string) => boolean) => {
  const list = listOf(addresses);
  return (address) => {
    const plain = plainOf(address);
    const family = familyOf(plain);
    return family !== null && list.check(plain, family);
  };
};

const houseOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : GROUPS - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest];
  return all
    .slice(0, HOUSE_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
};

/** An address as it stands in a URL. */
export const urlHost = (address: string): string => (address.includes(':') ? `[${address}]` : address);

const ownMachine = new BlockList();
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4');
ownMachine.addAddress('::1', 'ipv6');

/** Whether an address is the machine's own, which nobody else can reach. */
export const isOwnMachine = (address: string): boolean => {
  const family = familyOf(address);
  return family !== null && ownMachine.check(address, family);
};

/** Key of limits per address; null for an address that many share. */
export type SourceOf = (address: string) => string | null;

/**
 * The network that an address belongs to: an IPv4 address, or the network of an IPv6 one. The machine itself is
 * none, nor is a proxy that did not say for whom it asks: all who come through would share one count.
 */
export const sources = (proxies: readonly string[]): SourceOf => {
  const isProxy = memberOf(proxies);
  return (address) => {
    const plain = plainOf(address);
    const family = familyOf(plain);
    if (family === null || isOwnMachine(plain) || isProxy(plain)) return null;
    return family === 'ipv6' ? houseOf(plain) : plain;
  };
};
