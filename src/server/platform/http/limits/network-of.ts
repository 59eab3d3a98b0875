import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address without its zone, as IPv4 where it stands for one; null for what is none. */
function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = ip.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : ipaddr.process(address);
}

const prefixOf = ({ parts }: ipaddr.IPv6, length: number): string =>
  parts
    .slice(0, length)
    .map((part) => part.toString(16))
    .join(':');

/**
 * What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 one, since a single line is given
 * all that begin with these.
 * @param ip as `request.ip` has it
 * @returns an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkOf(ip: string): string {
  const address = parse(ip);
  return address instanceof ipaddr.IPv6 ? `${prefixOf(address, 4)}::/64` : (address?.toString() ?? ip);
}

/**
 * An address for the log, shortened so that it names a provider or an office and no single line: the first 24 bits of an
 * IPv4 address, the first 48 of an IPv6 one.
 * @param ip as `request.ip` or `networkOf` has it
 * @returns `203.0.113.0/24` or `2001:db8:0::/48`
 */
export function shortenedAddress(ip: string): string {
  const address = parse(ip.replace(/\/64$/, ''));
  if (address instanceof ipaddr.IPv6) return `${prefixOf(address, 3)}::/48`;
  return address?.toString().replace(/\d+$/, '0/24') ?? 'unknown';
}
