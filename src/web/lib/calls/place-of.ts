import { paths } from '#contract/paths';
import type { staffPaths } from '#contract/staff-paths';
import { offlineError } from './call-error.ts';

export type Paths = typeof paths & typeof staffPaths;

let ofStaff: typeof staffPaths | undefined;

/**
 * What every call of staff needs, and no first page.
 * @throws CallError `offline`
 */
export async function loadStaffPaths(): Promise<typeof staffPaths> {
  try {
    ofStaff ??= (await import('#contract/staff-paths')).staffPaths;
    return ofStaff;
  } catch {
    throw offlineError();
  }
}

const isOfAll = (name: keyof Paths): name is keyof typeof paths => name in paths;

type Place = { method: string; path: string; list: string | undefined };

/** At once where it is known. @throws CallError `offline` */
export const placeOf = (name: keyof Paths): Place | Promise<Place> =>
  isOfAll(name) ? paths[name] : (ofStaff?.[name] ?? loadStaffPaths().then((places) => places[name]));
