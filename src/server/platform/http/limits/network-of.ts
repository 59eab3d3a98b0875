import { isIPv4, isIPv6 } from 'node:net';

/** The address within an IPv6 address that stands for an IPv4 one. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address, as numbers; null for an IPv4 one, or what is no address. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: Math.max(0, 8 - length) }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16));
}

/** The address without its zone, and as IPv4 where it stands for one. */
function plainAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  return mapped.exec(address)?.[1] ?? address;
}

const prefixOf = (groups: readonly number[], length: number): string =>
  groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':');

/**
 * What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 one, since a single line is given
 * all that begin with these.
 * @param ip as `request.ip` has it
 * @returns an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkOf(ip: string): string {
  const address = plainAddress(ip);
  const groups = groupsOf(address);
  return groups === null ? address : `${prefixOf(groups, 4)}::/64`;
}

/**
 * An address for the log, shortened so that it names a provider or an office and no single line: the first 24 bits of an
 * IPv4 address, the first 48 of an IPv6 one.
 * @param ip as `request.ip` or `networkOf` has it
 * @returns `203.0.113.0/24` or `2001:db8:0::/48`
 */
export function shortenedAddress(ip: string): string {
  const address = plainAddress(ip.replace(/\/64$/, ''));
  const groups = groupsOf(address);
  if (groups !== null) return `${prefixOf(groups, 3)}::/48`;
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : 'unknown';
}
