import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Without zone, IPv4-mapped as IPv4; null if invalid. */
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
 * IPv6 lines get whole /64 networks.
 * @param ip of the request
 * @returns an IPv4 address, or `2001:db8:0:1::/64`
 */
export function networkOf(ip: string): string {
  const address = parse(ip);
  return address instanceof ipaddr.IPv6 ? `${prefixOf(address, 4)}::/64` : (address?.toString() ?? ip);
}

/**
 * For the log: names a provider or office, not a line.
 * @param ip of the request or `networkOf`
 * @returns `203.0.113.0/24` or `2001:db8:0::/48`
 */
export function shortenedAddress(ip: string): string {
  const address = parse(ip.replace(/\/64$/, ''));
  if (address instanceof ipaddr.IPv6) return `${prefixOf(address, 3)}::/48`;
  return address?.toString().replace(/\d+$/, '0/24') ?? 'unknown';
}
