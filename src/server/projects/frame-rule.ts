export type FrameRule = {
  /** FRAME_HOSTS; `*.` in front means any subdomain. */
  hosts: readonly string[];
  /** Null if unknown. */
  publicUrl: URL | null;
};

/** The same rule as browsers apply to the CSP. */
export function mayFrame(address: string, { hosts, publicUrl }: FrameRule): boolean {
  const url = new URL(address);
  if (publicUrl !== null && url.host === publicUrl.host) return true;
  return hosts.some((allowed) => {
    const [name = '', port] = allowed.toLowerCase().split(':');
    if ((port ?? '') !== url.port) return false;
    return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  });
}
