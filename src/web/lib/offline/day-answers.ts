import { dayMs } from '#contract/durations';
import { vivaDayPath } from '#contract/vivas/day';

/** By the device's clock, `YYYY-MM-DD`. */
function localDay(ms: number): string {
  const at = new Date(ms);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

const pattern = new RegExp(`^${vivaDayPath.replaceAll(/:\w+/g, '[^/]+')}$`);

/** Names of a batch's students: on a device for a day and its eve alone. */
export const isOfDay = (address: string): boolean => pattern.test(new URL(address, location.origin).pathname);

/** Whether the device may have the answer now. */
export async function mayKeepDay(answer: Response): Promise<boolean> {
  const { day } = (await answer.clone().json()) as { day?: string | null };
  const now = Date.now();
  return day != null && day >= localDay(now) && day <= localDay(now + dayMs);
}

/** Removes what is over. */
export async function removePastDays(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    if (!isOfDay(request.url)) continue;
    const answer = await cache.match(request, { ignoreVary: true });
    if (answer !== undefined && !(await mayKeepDay(answer))) await cache.delete(request);
  }
}
