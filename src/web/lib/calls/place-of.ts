import { paths } from '#contract/paths';
import type { staffPaths } from '#contract/staff-paths';
import { loadPart } from './load-part.ts';

export type Paths = typeof paths & typeof staffPaths;

let ofStaff: typeof staffPaths | undefined;

/**
 * What every call of staff needs, and no first page.
 * @throws CallError `offline`
 */
export async function loadStaffPaths(): Promise<typeof staffPaths> {
  ofStaff ??= (await loadPart(() => import('#contract/staff-paths'))).staffPaths;
  return ofStaff;
}

const isOfAll = (name: keyof Paths): name is keyof typeof paths => name in paths;

type Place = { method: string; path: string; list: string | undefined };

/** At once where it is known. @throws CallError `offline` */
export const placeOf = (name: keyof Paths): Place | Promise<Place> =>
  isOfAll(name) ? paths[name] : (ofStaff?.[name] ?? loadStaffPaths().then((places) => places[name]));
