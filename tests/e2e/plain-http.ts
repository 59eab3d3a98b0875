import { chromiumArgs } from '#support/chromium-args';

/** A name that is no loopback: over plain http the browser has none of what it keeps for secure contexts. */
export const plainName = 'portal.test';

export const plainHttpBrowser = {
  ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
  args: [...chromiumArgs, `--host-resolver-rules=MAP ${plainName} 127.0.0.1`],
};

/** The portal's address under that name. */
export function underPlainName(url: string): string {
  return Object.assign(new URL(url), { hostname: plainName }).origin;
}
