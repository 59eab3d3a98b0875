import { isIPv6 } from 'node:net';

/** The address within an IPv6 address that stands for an IPv4 one. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 one, since a single line is given
 * all that begin with these.
 * @param ip as `request.ip` has it
 * @returns an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: Math.max(0, 8 - length) }, () => '0'), ...after];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
