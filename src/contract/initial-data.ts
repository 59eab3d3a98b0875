import type { CurrentUser } from './accounts.ts';

/** Answers that came with a page, by the full path of the GET call: `/api/...?...`. */
export type InitialAnswers = Record<string, { status: number; body: unknown }>;

/** How a zone's clocks go for some years: by milliseconds since 1970 UTC the minutes they are ahead of UTC, and their short name. */
export type ZoneClock = { until: number; changes: { from: number; offset: number; name: string }[] };

/** The data that the server writes into a page, in `<script type="application/json" id="initial-data">`. */
export type InitialData = {
  academy: { name: string; zone: string; clock: ZoneClock };
  /** The largest file that a hand-in takes, in bytes. */
  maxUploadBytes: number;
  /** What one can build, for Home; on other pages empty. */
  catalogue: { name: string; course: string; details: string; backgroundImage: string }[];
  /** Who is signed in; absent on public pages, which are the same for everybody. */
  session?: { student: CurrentUser | null };
  answers?: InitialAnswers;
};
