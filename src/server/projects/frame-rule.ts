/** Which documents the portal shows in a frame besides its own. */
export type FrameRule = {
  /** Hosts of the setting FRAME_HOSTS; `*.` in front means any subdomain. */
  hosts: readonly string[];
  /** The portal's own public address, if it is known. */
  publicUrl: URL | null;
};

/** Whether a web address may stand in a frame, by the same rule that browsers apply to the page's policy. */
export function mayFrame(address: string, { hosts, publicUrl }: FrameRule): boolean {
  const url = new URL(address);
  if (publicUrl !== null && url.host === publicUrl.host) return true;
  return hosts.some((allowed) => {
    const [name = '', port] = allowed.toLowerCase().split(':');
    if ((port ?? '') !== url.port) return false;
    return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  });
}
